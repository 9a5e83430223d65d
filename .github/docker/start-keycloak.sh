#!/bin/bash
# Keycloak reads passwords from its environment only: here they come from files, for this process alone.
set -euo pipefail
home=${KEYCLOAK_HOME:-/opt/keycloak}
secret() { cat "${SECRETS:-/run/secrets}/$1"; }
KC_DB_PASSWORD=$(secret keycloak_database_password)
KC_BOOTSTRAP_ADMIN_PASSWORD=$(secret keycloak_admin_password)
CURVEWELL_ACCOUNTS_SECRET=$(secret keycloak_accounts_secret)
SMTP_PASSWORD=$(secret smtp_password)
# Keycloak puts it into the realm's file as it is, within a JSON string.
SMTP_PASSWORD=$(printf %s "$SMTP_PASSWORD" | sed 's/["\\]/\\&/g')
export CURVEWELL_ACCOUNTS_SECRET KC_DB_PASSWORD KC_BOOTSTRAP_ADMIN_PASSWORD SMTP_PASSWORD
# A mail server that names no user wants no sign-in.
[ -z "${SMTP_USER:-}" ] || export SMTP_AUTH=true
# For mail, directories and other providers; the database's driver reads its own.
[ -z "${CA_FILE:-}" ] || export KC_TRUSTSTORE_PATHS="$CA_FILE"
[ -z "${DATABASE_TLS:-}" ] || export KC_DB_URL_PROPERTIES="?sslmode=$DATABASE_TLS${CA_FILE:+&sslrootcert=$CA_FILE}"
mkdir -p "$home/data/import"
cp "$home/curvewell-realm.json" "$home/data/import/"
exec "$home/bin/kc.sh" start --optimized --import-realm
