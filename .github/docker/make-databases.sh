#!/bin/bash
# Run once, by the first start of the PostgreSQL image: a database for the product and one for Keycloak.
# The product works as `curvewell`, which owns nothing; `curvewell_owner` migrates.
# Without containers PSQL is the command that signs in as a superuser.
set -euo pipefail
secret() { cat "${SECRETS:-/run/secrets}/$1"; }
# Read before anything is made: a role without a password would be made all the same.
OWNER_PASSWORD=$(secret database_owner_password)
APPLICATION_PASSWORD=$(secret database_password)
KEYCLOAK_PASSWORD=$(secret keycloak_database_password)
# Not as arguments, which every account of the machine can read.
export OWNER_PASSWORD APPLICATION_PASSWORD KEYCLOAK_PASSWORD
${PSQL:-psql --username "${POSTGRES_USER:-postgres}"} --no-psqlrc --quiet --set ON_ERROR_STOP=1 --dbname postgres <<'SQL'
\getenv owner OWNER_PASSWORD
\getenv application APPLICATION_PASSWORD
\getenv keycloak KEYCLOAK_PASSWORD
CREATE ROLE curvewell_owner LOGIN PASSWORD :'owner';
CREATE ROLE curvewell LOGIN PASSWORD :'application';
CREATE ROLE keycloak LOGIN PASSWORD :'keycloak';
CREATE DATABASE curvewell OWNER curvewell_owner;
CREATE DATABASE keycloak OWNER keycloak;
REVOKE CONNECT, TEMPORARY ON DATABASE curvewell, keycloak FROM PUBLIC;
GRANT CONNECT ON DATABASE curvewell TO curvewell;
SQL
