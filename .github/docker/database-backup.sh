#!/bin/sh
# Physical backups of PostgreSQL 17 or later, with point-in-time recovery: docs/maintenance.md describes their use.
#
#   archive PATH NAME     archive_command: keeps one file of the write-ahead log
#   fetch NAME PATH       restore_command: returns it
#   full | increment      makes a backup; an increment holds what changed since the previous backup
#   due [SECONDS]         prints the kind of backup that is due now, or at that Unix time
#   run                   makes the backups that are due, for ever: a full one each week, an increment each other day
#   check                 fails with the reason if the newest backup is too old or the archive fails
#   list                  prints the names of the backups, which are the times (UTC) of their ends
#   restore [--time TIME] [--timeline N]
#                         fills an empty PGDATA with the database of that time; default: the end of the archive
#
# DATABASE_BACKUPS is the folder of backups and archive, DATABASE_BACKUPS_KEEP the number of full backups to keep,
# DATABASE_BACKUP_HOUR the hour (UTC). The variables PG… of PostgreSQL name the server.
set -eu
umask 077

folder=${DATABASE_BACKUPS:-/database-backups}
archive=$folder/wal
bases=$folder/base
keep=${DATABASE_BACKUPS_KEEP:-5}
hour=${DATABASE_BACKUP_HOUR:-1}
export PGUSER="${PGUSER:-postgres}" PGDATABASE="${PGDATABASE:-curvewell}"

say() { printf '%s\n' "$*"; }
fail() {
  printf 'database-backup: %s\n' "$*" >&2
  exit 1
}
# PostgreSQL ends a recovery whose restore_command exits with more than 125. Any other failure would mean to it that
# the archive ends here, and it would open the database without the rest.
abort() {
  printf 'database-backup: %s\n' "$*" >&2
  exit 200
}
# Otherwise a mistyped number would keep no backup, or make none.
require_settings() {
  case $keep in [1-9] | [1-9][0-9] | [1-9][0-9][0-9]) ;; *) fail "DATABASE_BACKUPS_KEEP is $keep; expected a number from 1 to 999" ;; esac
  case $hour in [0-9] | 1[0-9] | 2[0-3]) ;; *) fail "DATABASE_BACKUP_HOUR is $hour; expected a number from 0 to 23" ;; esac
}
query() { psql --no-psqlrc --no-password --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 --command "$1"; }

# --- the archive ---

archive() { # PATH NAME
  mkdir -p "$archive"
  target=$archive/$2.gz
  if [ -e "$target" ]; then
    # PostgreSQL repeats a command whose success it has not noted.
    gzip -dc "$target" 2>/dev/null | cmp -s - "$1" || fail "$target has other content, and is not replaced"
    sync "$target" "$archive"
    return
  fi
  part=$target.$$.part
  trap 'rm -f "$part"' EXIT
  gzip -1 -c "$1" >"$part"
  sync "$part"
  mv "$part" "$target"
  sync "$archive"
}

fetch() { # NAME PATH
  if [ -e "$archive/$1.gz" ]; then
    gzip -dc "$archive/$1.gz" >"$2" || abort "$archive/$1.gz is damaged"
    return
  fi
  case $1 in *.history) exit 1 ;; esac
  # The end of the archive, unless later files of this timeline exist.
  timeline=$(printf %.8s "$1")
  for later in "$archive/$timeline"????????????????.gz; do
    later=${later##*/}
    [ "$later" = "$timeline????????????????.gz" ] && continue
    [ "$(printf '%s\n' "$1.gz" "$later" | LC_ALL=C sort | head -n 1)" = "$later" ] || abort "the archive lacks $1, but has $later"
  done
  exit 1
}

# --- backups ---

list() {
  for one in "$bases"/*Z.full "$bases"/*Z.increment; do
    [ ! -d "$one" ] || say "${one##*/}"
  done | LC_ALL=C sort
}
day_of() { printf %.8s "$1"; }
second_of() { say "${1%%.*}" | tr -d TZ; }
utc() { date -u -d "@$1" "+$2"; }

is_copy() { [ "$(query 'SELECT restored_at IS NOT NULL FROM installation')" = t ]; }

due() { # SECONDS
  require_settings
  # The latest time at which a backup had to begin. One that lasts past midnight is still that of the day before.
  since=$((($1 - hour * 3600) / 86400 * 86400 + hour * 3600))
  newest=$(list | tail -n 1)
  newest_full=$(list | sed -n '/\.full$/p' | tail -n 1)
  if [ -z "$newest_full" ]; then
    say full
  elif [ "$(second_of "$newest")" -ge "$(utc "$since" %Y%m%d%H%M%S)" ]; then
    say none
  elif [ "$(day_of "$newest_full")" -le "$(utc $(($1 - 7 * 86400)) %Y%m%d)" ]; then
    say full
  else
    say increment
  fi
}

make() { # full | increment
  require_settings
  mkdir -p "$bases" "$archive"
  exec 9>"$folder/lock"
  flock -n 9 || fail 'another backup is running'
  [ "$(query 'SHOW archive_mode')" != off ] || fail 'the server archives no write-ahead log: set WAL_ARCHIVE=on and restart it'
  rm -rf "$bases"/*.part
  draft=$bases/new.part
  if [ "$1" = full ]; then
    set -- full
  else
    previous=$(list | tail -n 1)
    [ -n "$previous" ] || fail 'an increment needs a full backup before it'
    set -- increment "--incremental=$bases/$previous/backup_manifest"
  fi
  kind=$1
  shift
  pg_basebackup --no-password --checkpoint=fast --pgdata="$draft" "$@"
  pg_verifybackup --quiet "$draft"
  name=$(date -u +%Y%m%dT%H%M%SZ).$kind
  [ ! -e "$bases/$name" ] || fail "$name exists"
  mv "$draft" "$bases/$name"
  sync "$bases"
  say "$name, $(du -sk "$bases/$name" | cut -f1) kB"
  query 'UPDATE installation SET last_backup_at = now()' || say 'The time of the backup could not be recorded.'
  [ "$kind" != full ] || prune
}

# Removes whole chains, each a full backup with its increments, and the log that no kept one needs.
prune() {
  oldest=$(list | sed -n '/\.full$/p' | tail -n "$keep" | head -n 1)
  for one in $(list); do
    [ "$one" != "$oldest" ] || break
    mv "$bases/$one" "$bases/$one.part"
    rm -rf "$bases/$one.part"
    say "removed: $one"
  done
  first=$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' "$bases/$oldest/backup_label")
  [ -n "$first" ] || fail "$oldest has no valid backup_label"
  pg_archivecleanup --clean-backup-history --strip-extension=.gz "$archive" "$first"
  find "$archive" -name '*.part' -mtime +0 -exec rm -f {} +
}

run() {
  while :; do
    # A container that shares the network of another one loses it when that one restarts, until it restarts as well.
    query 'SELECT 1' >/dev/null || {
      sleep 60
      fail 'the server cannot be reached'
    }
    kind=$(due "$(date +%s)")
    if [ "$kind" != none ] && ! is_copy; then
      # A server that was restored or had lost its summaries refuses an increment.
      if ! sh "$0" "$kind" && { [ "$kind" = full ] || ! sh "$0" full; }; then
        # No exit: after a restart Docker would not report the failing check for the start period, each time again.
        say 'database-backup: the backup failed, and is tried again in 20 minutes' >&2
        sleep 900
      fi
    fi
    sleep 300
  done
}

check() {
  ! is_copy || {
    say 'a restored copy makes no backups'
    return
  }
  newest=$(list | tail -n 1)
  [ -n "$newest" ] || fail 'there is no backup yet'
  [ "$(second_of "$newest")" -ge "$(utc $(($(date +%s) - 26 * 3600)) %Y%m%d%H%M%S)" ] || fail "the newest backup, $newest, is older than 26 hours"
  [ "$(second_of "$newest")" -le "$(utc $(($(date +%s) + 3600)) %Y%m%d%H%M%S)" ] || fail "the newest backup, $newest, is in the future: set the clock, and remove it"
  failing=$(query "SELECT last_failed_wal || ' at ' || last_failed_time FROM pg_stat_archiver
    WHERE last_failed_time > coalesce(last_archived_time, '-infinity')")
  [ -z "$failing" ] || fail "the archive fails: $failing"
  say "newest backup: $newest"
}

# --- restore ---

restore() {
  time='' limit='' timeline=latest
  while [ $# -gt 0 ]; do
    case $1 in
      --time) time=${2-} && shift ;;
      --timeline) timeline=${2-} && shift ;;
      *) fail "unexpected argument: $1" ;;
    esac
    shift
  done
  if [ -n "$time" ]; then
    # Without its zone, one person would mean local time and another UTC.
    case $time in *:*Z | *:*[+-][0-9][0-9] | *:*[+-][0-9][0-9]:[0-9][0-9] | *:*[+-][0-9][0-9][0-9][0-9]) ;; *) fail "the time needs its zone, such as 2026-11-22 14:05:00+01:00: $time" ;; esac
    limit=$(date -u -d "$time" +%Y%m%d%H%M%S) || fail "not a time: $time"
    time=$(date -u -d "$time" '+%Y-%m-%d %H:%M:%S.%N+00')
  fi
  : "${PGDATA:?names the folder of the database}"
  [ -z "$(ls -A "$PGDATA" 2>/dev/null)" ] || fail "$PGDATA is not empty: move the former database away"

  set --
  for one in $(list); do
    # A backup is named by the second in which it ended; it is complete in the next one.
    if [ -n "$limit" ] && [ "$(second_of "$one")" -ge "$limit" ]; then break; fi
    case $one in *.full) set -- ;; esac
    set -- "$@" "$bases/$one"
  done
  [ $# -gt 0 ] || fail "there is no backup that ended before ${time:-now} in $bases"
  case $1 in *.full) ;; *) fail "the full backup before ${1##*/} is missing" ;; esac
  # The combination would take damaged parts as they are.
  for one in "$@"; do
    say "verifying ${one##*/}"
    pg_verifybackup --quiet "$one"
  done
  work=$(mktemp -d)
  server=''
  trap 'undo' EXIT
  trap 'exit 1' INT TERM HUP
  mkdir -p "$(dirname "$PGDATA")"
  say 'combining'
  pg_combinebackup --output="$PGDATA" "$@"
  pg_verifybackup --quiet "$PGDATA"
  recover
  trap - EXIT
  rm -rf "$work"
}

undo() {
  code=$?
  [ -z "$server" ] || { kill -QUIT "$server" && wait "$server"; } || true
  tail -n 20 "$work/log" >&2 2>/dev/null || true
  find "$PGDATA" -mindepth 1 -delete 2>/dev/null || true
  rm -rf "$work"
  say 'Nothing was restored.' >&2
  exit "$code"
}

# Replays the log in a server that only this script reaches, and marks the result as a restored copy.
recover() {
  say "recovering to ${time:-the end of the archive}"
  : >"$PGDATA/recovery.signal"
  printf 'local all all trust\n' >"$work/hba"
  # The archive stays as it is: what is new waits for the server that takes over.
  set -- -c listen_addresses= -c port=5432 -c lc_messages=C -c "unix_socket_directories=$work" -c "hba_file=$work/hba" -c hot_standby=off \
    -c archive_mode=on -c archive_command=false -c "restore_command=sh '$0' fetch %f %p" \
    -c "recovery_target_timeline=$timeline" -c recovery_target_action=promote -c logging_collector=off
  [ -z "$time" ] || set -- "$@" -c "recovery_target_time=$time"
  DATABASE_BACKUPS=$folder postgres -D "$PGDATA" "$@" >"$work/log" 2>&1 &
  server=$!
  export PGHOST="$work" PGPORT=5432
  until [ "$(query 'SELECT pg_is_in_recovery()' 2>/dev/null)" = f ]; do
    if ! kill -0 "$server" 2>/dev/null; then
      server=''
      ! grep -q 'before configured recovery target was reached' "$work/log" ||
        fail "the archive ends before $time; without --time it is restored to its end"
      fail 'the recovery failed'
    fi
    sleep 1
  done
  sed -n 's/.*LOG: *\(recovery stopping .*\|last completed transaction .*\|selected new timeline .*\)/\1/p' "$work/log"
  query 'UPDATE installation SET restored_at = now(), backup_made_at = coalesce(pg_last_xact_replay_timestamp(), now())'
  kill -INT "$server"
  wait "$server"
  server=''
  say 'Restored. The database is a copy until “admin confirm-restored” makes it the installation.'
}

command=${1:-}
[ $# -eq 0 ] || shift
case $command in
  archive) archive "$@" ;;
  fetch) fetch "$@" ;;
  full | increment) make "$command" ;;
  due) due "${1:-$(date +%s)}" ;;
  run | check | list) "$command" ;;
  restore) restore "$@" ;;
  *) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
