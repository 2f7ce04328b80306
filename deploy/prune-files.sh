#!/bin/sh
# prune-files.sh FOLDER DAYS: FOLDER/files is the copy of the bucket, FOLDER/listed what the bucket
# held after the last copy. Files that the bucket no longer holds move to FOLDER/removed, by the day,
# because older copies of the database still name them; after DAYS they are deleted.
set -eu
folder=$1
days=$2
[ -f "$folder/listed" ] || exit 0
sort "$folder/listed" >"$folder/listed.sorted"
# A file that was copied after the list was written isn't missing from it.
(cd "$folder/files" && find . -type f ! -cnewer "$folder/listed" | sed 's|^\./||' | sort) |
  comm -13 "$folder/listed.sorted" - |
  while IFS= read -r file; do
    target="$folder/removed/$(date -u +%Y-%m-%d)/$file"
    mkdir -p "$(dirname "$target")"
    mv "$folder/files/$file" "$target"
  done
rm "$folder/listed.sorted"
[ ! -d "$folder/removed" ] ||
  find "$folder/removed" -mindepth 1 -maxdepth 1 -mtime "+$days" -exec rm -rf {} +
