/** A piece of a text: in both versions, only in the newer one, or only in the older one. */
export interface Piece {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/**
 * What changed between two versions of a text: first by lines, then by words within the lines that
 * differ, so that a long text is compared at once. The pieces without `removed` are the newer text,
 * those without `added` the older one.
 */
export function compareTexts(before: string, after: string): Piece[] {
  const pieces: Piece[] = [];
  const lines = compareParts(linesOf(before), linesOf(after));
  for (let at = 0; at < lines.length; at += 1) {
    const [first, second] = [lines[at], lines[at + 1]];
    if (first?.kind === 'removed' && second?.kind === 'added') {
      pieces.push(...compareParts(wordsOf(first.text), wordsOf(second.text)));
      at += 1;
    } else if (first !== undefined) pieces.push(first);
  }
  return joined(pieces);
}

const linesOf = (text: string): string[] => text.split(/(?<=\n)/);
const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];

/** Beyond so many pairs of parts, what is between equal ends counts as written anew. */
const mostPairs = 4_000_000;

/** Compares parts by their longest common sequence; removed pieces come before added ones. */
function compareParts(before: readonly string[], after: readonly string[]): Piece[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [older, newer] = [before, after].map((parts) => parts.slice(start, parts.length - end));
  return joined([
    { kind: 'same', text: before.slice(0, start).join('') },
    ...between(older ?? [], newer ?? []),
    { kind: 'same', text: before.slice(before.length - end).join('') },
  ]);
}

function between(older: readonly string[], newer: readonly string[]): Piece[] {
  const width = newer.length + 1;
  if (older.length * newer.length > mostPairs)
    return [
      { kind: 'removed', text: older.join('') },
      { kind: 'added', text: newer.join('') },
    ];
  // How many parts the rests have in common, from each pair of places on.
  const common = new Uint32Array((older.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = older.length - 1; i >= 0; i -= 1)
    for (let j = newer.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        older[i] === newer[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < older.length || j < newer.length) {
    const [was, is] = [older[i], newer[j]];
    if (was !== undefined && was === is) {
      pieces.push({ kind: 'same', text: was });
      i += 1;
      j += 1;
    } else if (was !== undefined && (is === undefined || at(i + 1, j) >= at(i, j + 1))) {
      pieces.push({ kind: 'removed', text: was });
      i += 1;
    } else {
      pieces.push({ kind: 'added', text: is ?? '' });
      j += 1;
    }
  }
  return pieces;
}

/** Neighbors of one kind as one piece, what was removed before what was added. */
function joined(pieces: readonly Piece[]): Piece[] {
  const found: Piece[] = [];
  let removed = '';
  let added = '';
  const settle = (): void => {
    if (removed !== '') found.push({ kind: 'removed', text: removed });
    if (added !== '') found.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  for (const { kind, text } of pieces) {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (text !== '') {
      settle();
      const last = found.at(-1);
      if (last?.kind === 'same') last.text += text;
      else found.push({ kind, text });
    }
  }
  settle();
  return found;
}
