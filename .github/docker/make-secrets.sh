#!/bin/sh
# Makes the passwords that docker-compose.yml reads, each once: what is there stays. Run it again after each upgrade.
set -eu
folder=${1:-secrets}
mkdir -p "$folder"
# The folder is closed; the files mounted from it are read by each container's own account.
chmod 700 "$folder"
umask 022
for name in postgres_password database_owner_password database_password keycloak_database_password keycloak_admin_password keycloak_accounts_secret secrets_key; do
  [ -s "$folder/$name" ] || head -c 32 /dev/urandom | base64 | tr -d '\n' >"$folder/$name"
done
# An empty one means that a key server holds the key.
[ -e "$folder/signing_key" ] || head -c 32 /dev/urandom | base64 | tr -d '\n' >"$folder/signing_key"
# These come from someone else or are yours to choose; an empty file means that there is none.
for name in originals_secret_access_key audit_heads_secret_access_key audit_heads_signing_key report_passphrase smtp_password mail_password time_stamp_password; do
  [ -e "$folder/$name" ] || : >"$folder/$name"
done
echo "In $folder: $(ls "$folder" | tr '\n' ' ')"
