#!/bin/bash
# Starts PostgreSQL with settings that fit its memory. POSTGRES_MEMORY is that of its container (2g, 1536m),
# POSTGRES_CONNECTIONS how many it allows. Further settings are arguments: -c name=value.
# Together they stay below the memory: a quarter for shared buffers, a quarter for the sorting of all connections at once,
# a tenth for autovacuum. The rest is for the connections themselves and for the cache of files.
set -euo pipefail
memory=${POSTGRES_MEMORY:-2g}
connections=${POSTGRES_CONNECTIONS:-100}
if ! [[ ${memory,,} =~ ^([0-9]+)([mg])b?$ ]]; then
  echo "POSTGRES_MEMORY is “$memory”; expected a number of megabytes or gigabytes, such as 1536m or 2g" >&2
  exit 2
fi
megabytes=${BASH_REMATCH[1]}
[ "${BASH_REMATCH[2]}" = m ] || megabytes=$((megabytes * 1024))
if [ "$megabytes" -lt 512 ]; then
  echo "POSTGRES_MEMORY is “$memory”; PostgreSQL needs at least 512m here" >&2
  exit 2
fi
within() { echo $(($1 < $2 ? $2 : $1 > $3 ? $3 : $1)); }
settings=(
  "max_connections=$connections"
  "shared_buffers=$((megabytes / 4))MB"
  "effective_cache_size=$((megabytes / 2))MB"
  "work_mem=$(within $((megabytes * 1024 / 4 / connections)) 64 65536)kB"
  "maintenance_work_mem=$(within $((megabytes / 32)) 16 1024)MB"
  "autovacuum_max_workers=3"
  # Space on the disk, not in memory: few checkpoints, and short recoveries.
  "max_wal_size=$(within $megabytes 1024 16384)MB"
  "wal_compression=lz4"
)
arguments=()
for setting in "${settings[@]}"; do arguments+=(-c "$setting"); done
# The image's own script accepts arguments without it as well.
[ "${1-}" != postgres ] || shift
exec docker-entrypoint.sh postgres "${arguments[@]}" "$@"
