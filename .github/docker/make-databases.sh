#!/bin/bash
# Run once, by the first start of the PostgreSQL image: a database for the product and one for Keycloak.
# The product works as `curvewell`, which owns nothing; `curvewell_owner` migrates.
set -euo pipefail
secret() { cat "${SECRETS:-/run/secrets}/$1"; }
# Read before anything is made: a role without a password would be made all the same.
owner=$(secret database_owner_password)
application=$(secret database_password)
keycloak=$(secret keycloak_database_password)
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  --set owner="$owner" --set application="$application" --set keycloak="$keycloak" <<'SQL'
CREATE ROLE curvewell_owner LOGIN PASSWORD :'owner';
CREATE ROLE curvewell LOGIN PASSWORD :'application';
CREATE ROLE keycloak LOGIN PASSWORD :'keycloak';
CREATE DATABASE curvewell OWNER curvewell_owner;
CREATE DATABASE keycloak OWNER keycloak;
REVOKE CONNECT, TEMPORARY ON DATABASE curvewell, keycloak FROM PUBLIC;
GRANT CONNECT ON DATABASE curvewell TO curvewell;
SQL
