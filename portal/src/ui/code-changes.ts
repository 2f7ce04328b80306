interface Change {
  from: number;
  to: number;
  insert: string;
}

/**
 * What leads from one text to the next with little in between, so that the cursor and the history
 * survive it.
 */
export function changesBetween(old: string, next: string): Change[] {
  const kept = next === '' ? -1 : old.indexOf(next);
  if (kept >= 0) {
    const end = kept + next.length;
    return [
      { from: 0, to: kept, insert: '' },
      { from: end, to: old.length, insert: '' },
    ];
  }
  const shortest = Math.min(old.length, next.length);
  let start = 0;
  while (start < shortest && old[start] === next[start]) start += 1;
  let end = 0;
  while (end < shortest - start && old.at(-1 - end) === next.at(-1 - end)) end += 1;
  return [{ from: start, to: old.length - end, insert: next.slice(start, next.length - end) }];
}
