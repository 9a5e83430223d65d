#!/bin/sh
# Makes the passwords of an installation without containers, each once, and gives each file to the account that reads it.
# Run as root, and again after each upgrade. The product's account `curvewell` reads only its own: those of the database's
# owner and superuser and of the mail server are for `curvewell-owner`, which migrates, restores and updates the realm.
set -eu
folder=${1:-/etc/curvewell}
sh "$(dirname "$0")/../docker/make-secrets.sh" "$folder"
for name in database_password keycloak_accounts_secret mail_password time_stamp_password report_passphrase originals_secret_access_key audit_heads_secret_access_key secrets_key signing_key audit_heads_signing_key; do
  chown root:curvewell "$folder/$name"
  chmod 440 "$folder/$name"
done
for name in database_owner_password postgres_password smtp_password; do
  chown curvewell-owner:curvewell-owner "$folder/$name"
  chmod 400 "$folder/$name"
done
for name in keycloak_admin_password keycloak_database_password; do
  chown root:root "$folder/$name"
  chmod 400 "$folder/$name"
done
chown root:curvewell "$folder"
chmod 750 "$folder"
