#!/bin/bash
# restore FILE: puts a backup in place of the database. The product is stopped first; a database that is not empty is
# renamed, not dropped. Run as a role that may create databases (PGUSER), for the owner DATABASE_OWNER.
set -euo pipefail
file=${1:?restore which file?}
database=${PGDATABASE:-curvewell}
owner=${DATABASE_OWNER:-curvewell_owner}
application=${DATABASE_APPLICATION_USER:-curvewell}
[ -z "${PGPASSWORD_FILE:-}" ] || { PGPASSWORD=$(cat "$PGPASSWORD_FILE"); export PGPASSWORD; }
export PGDATABASE=postgres
run() { psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 "$@"; }

if [ -f "$file.sha256" ]; then (cd "$(dirname "$file")" && sha256sum --check --quiet "$(basename "$file").sha256"); fi
pg_restore --list "$file" >/dev/null

busy=$(run --command "SELECT count(*) FROM pg_stat_activity WHERE datname = '$database'")
[ "$busy" = 0 ] || { echo "Stop the product first: $busy connections use “$database”." >&2; exit 1; }

# Restored beside the former one: it takes its place only when it is whole.
next=${database}_restored
run --command "DROP DATABASE IF EXISTS \"$next\"" --command "CREATE DATABASE \"$next\" OWNER \"$owner\""
pg_restore --exit-on-error --no-owner --role "$owner" --dbname "$next" "$file"
run --command "REVOKE CONNECT, TEMPORARY ON DATABASE \"$next\" FROM PUBLIC" \
  --command "GRANT CONNECT ON DATABASE \"$next\" TO \"$application\""
if [ "$(run --command "SELECT count(*) FROM pg_database WHERE datname = '$database'")" = 1 ]; then
  former=${database}_before_$(date -u +%Y%m%dT%H%M%SZ)
  run --command "ALTER DATABASE \"$database\" RENAME TO \"$former\""
  echo "The former database is kept as “$former”."
fi
run --command "ALTER DATABASE \"$next\" RENAME TO \"$database\""
echo "Restored. Start with the command migrate, which opens it to “$application”."
