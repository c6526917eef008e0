"""Which made-up incidents share what, and varied questions about them."""

import random

#: How many incidents share a service, and how many models a service has: as many in a large
#: database as in the smallest one, so that the sizes can be compared.
INCIDENTS_PER_SERVICE = 5
MODELS_PER_SERVICE = 2


def service_of(number: int) -> str:
    return f"service-{number // INCIDENTS_PER_SERVICE}"


def model_of(number: int) -> str:
    return f"{service_of(number)}/model-{number % MODELS_PER_SERVICE}"


def public_id(number: int) -> str:
    return f"KB-2026-{number + 1:05}"


def questions(incidents: int, number: int) -> list[dict[str, str]]:
    """Varied questions that name a service and a model, as askers know them."""
    choice = random.Random(incidents)  # the same questions each time
    asked = []
    for _ in range(number):
        incident = choice.randrange(incidents)
        asked.append(
            {
                "service": service_of(incident),
                "model": model_of(incident),
                "at": f"2026-{choice.choice((8, 9)):02}-{choice.randint(1, 30):02}"
                f"T{choice.randrange(24):02}:00:00Z",
                "prompt_tokens": str(choice.randrange(1_000_000)),
            }
        )
    return asked
