#!/bin/sh
# A secret NAME may come from a file instead: NAME_FILE=/run/secrets/name.
set -eu
for name in SECRET_KEY SECRET_KEY_FALLBACKS DATABASE_URL REDIS_URL EMAIL_URL PGPASSWORD; do
    eval "file=\${${name}_FILE:-}"
    if [ -n "$file" ]; then
        value=$(cat "$file")
        export "$name=$value"
    fi
done
exec "$@"
