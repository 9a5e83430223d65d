#!/bin/sh
# Makes the passwords that docker-compose.yml reads, each once: what is there stays.
set -eu
folder=${1:-secrets}
mkdir -p "$folder"
for name in postgres_password database_owner_password database_password keycloak_database_password keycloak_admin_password keycloak_accounts_secret secrets_key signing_key; do
  [ -s "$folder/$name" ] || { umask 022; head -c 32 /dev/urandom | base64 | tr -d '\n' >"$folder/$name"; }
done
# The folder is closed; what is mounted from it is read by each container's own account.
chmod 700 "$folder"
echo "In $folder: $(ls "$folder" | tr '\n' ' ')"
