"""Makes one database of the bench: `python -m tests.bench.fill 1000`."""

import sys

import django
from django.core.management import call_command


def main(size: int) -> None:
    django.setup()
    call_command("migrate", verbosity=0, interactive=False)
    from tests.bench.generating import generate

    generate(size)


if __name__ == "__main__":
    main(int(sys.argv[1]))
