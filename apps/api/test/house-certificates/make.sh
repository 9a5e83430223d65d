#!/bin/sh
# Certificates and keys for tests alone; the passphrase of all of them is "house".
set -eu
cd "$(dirname "$0")"
issue() { # name, kind of key, more
  name=$1 kind=$2
  shift 2
  openssl req -x509 -newkey $kind -nodes -keyout "$name.key.pem" -out "$name.pem" -days 36500 \
    -subj "/O=House of the tests/CN=Laboratory seal ($name)" -addext 'keyUsage=critical,digitalSignature,nonRepudiation' "$@"
}
issue rsa rsa:2048
issue ecdsa 'ec -pkeyopt ec_paramgen_curve:P-256'
issue weak rsa:1024
issue ed25519 ed25519
openssl req -x509 -key rsa.key.pem -out encipher.pem -days 36500 -subj '/CN=For keys only' -addext 'keyUsage=critical,keyEncipherment'
cat rsa.pem rsa.key.pem > both.pem
openssl pkcs8 -topk8 -in rsa.key.pem -passout pass:house -out rsa.encrypted.pem
openssl pkcs12 -export -in rsa.pem -inkey rsa.key.pem -passout pass:house -out rsa.p12
openssl pkcs12 -export -in ecdsa.pem -inkey ecdsa.key.pem -passout pass:house -out ecdsa.p12
openssl pkcs12 -export -nokeys -in rsa.pem -passout pass:house -out nokey.p12
openssl pkcs12 -export -legacy -in rsa.pem -inkey rsa.key.pem -passout pass:house -out legacy.p12
