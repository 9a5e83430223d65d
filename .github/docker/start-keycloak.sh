#!/bin/bash
# Keycloak reads passwords from its environment only: here they come from files, for this process alone.
set -euo pipefail
KC_DB_PASSWORD=$(cat /run/secrets/keycloak_database_password)
KC_BOOTSTRAP_ADMIN_PASSWORD=$(cat /run/secrets/keycloak_admin_password)
CURVEWELL_ACCOUNTS_SECRET=$(cat /run/secrets/keycloak_accounts_secret)
export CURVEWELL_ACCOUNTS_SECRET KC_DB_PASSWORD KC_BOOTSTRAP_ADMIN_PASSWORD
exec /opt/keycloak/bin/kc.sh start --optimized --import-realm
