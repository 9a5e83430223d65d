#!/bin/bash
# backup: one file with all that the product keeps – runs, original files, results, audit trail – and its hash.
# Those older than BACKUP_DAYS are removed once a newer one is whole.
set -euo pipefail
folder=${BACKUP_FOLDER:-/backups}
name=curvewell-$(date -u +%Y%m%dT%H%M%SZ).dump
[ -z "${PGPASSWORD_FILE:-}" ] || { PGPASSWORD=$(cat "$PGPASSWORD_FILE"); export PGPASSWORD; }

trap 'rm -f "$folder/$name.part"' EXIT
pg_dump --format=custom --compress=6 --no-owner --no-privileges --file "$folder/$name.part"
# What cannot be listed cannot be restored.
pg_restore --list "$folder/$name.part" >/dev/null
mv "$folder/$name.part" "$folder/$name"
(cd "$folder" && sha256sum "$name" >"$name.sha256")
find "$folder" -name 'curvewell-*.dump*' -mtime +"${BACKUP_DAYS:-30}" -delete
echo "$folder/$name"
