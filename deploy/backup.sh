#!/bin/sh
# Copies the database every day into /backups. A copy gets its name once it is whole. Files that
# were deleted leave the copy of the files after the same time.
set -u
while :; do
  name="lintel-$(date -u +%Y-%m-%dT%H%M%SZ).dump"
  if pg_dump --host=postgres --username=lintel --format=custom --file="/backups/$name.part" lintel; then
    mv "/backups/$name.part" "/backups/$name"
    find /backups -maxdepth 1 -name 'lintel-*.dump' -mtime "+$BACKUP_DAYS" -delete
    echo "kept $name"
    sh /prune-files.sh /backups "$BACKUP_DAYS" || echo "the copy of the files was not pruned" >&2
  else
    rm -f "/backups/$name.part"
    echo "the backup failed; trying again in an hour" >&2
    sleep 3600
    continue
  fi
  sleep 86400
done
