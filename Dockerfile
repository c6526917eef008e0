FROM python:3.11-slim AS build
RUN python -m venv /venv
COPY requirements/run.txt /tmp/run.txt
RUN /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes --requirement /tmp/run.txt

FROM python:3.11-slim
ENV PATH=/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
RUN useradd --system --uid 10001 --no-create-home kbase
COPY --from=build /venv /venv
WORKDIR /app
COPY . .
# DEBUG spares these two commands a secret; nothing of it stays in the image.
RUN DEBUG=on python manage.py compile_translations \
    && DEBUG=on python manage.py collectstatic --noinput --verbosity 0
USER kbase
EXPOSE 8000
# Heartbeats of workers belong in memory: on a slow disk a busy worker looks dead.
CMD ["gunicorn", "kbase.wsgi", "--bind", "0.0.0.0:8000", "--workers", "2", "--threads", "4", "--limit-request-line", "8190", "--worker-tmp-dir", "/dev/shm", "--no-control-socket"]
