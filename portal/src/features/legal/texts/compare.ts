import { diffWordsWithSpace } from 'diff';

/** A part of a text: in both versions, only in the newer one, or only in the older one. */
export interface TextChange {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/**
 * Texts with more changes than this are shown as fully replaced, which keeps the comparison fast.
 */
const maxEditLength = 2000;

/**
 * Compares two versions of a text word by word. The pieces without `removed` form the newer text,
 * those without `added` the older one.
 */
export function compareTexts(before: string, after: string): TextChange[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength });
  if (changes === undefined)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}
