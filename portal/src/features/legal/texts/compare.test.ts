import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareTexts, type TextChange } from './compare.ts';

const without = (kind: TextChange['kind'], pieces: readonly TextChange[]): string =>
  pieces
    .filter((piece) => piece.kind !== kind)
    .map(({ text }) => text)
    .join('');

it('reports identical texts as unchanged', () => {
  expect(compareTexts('# Terms\n\nOne.', '# Terms\n\nOne.')).toEqual([
    { kind: 'same', text: '# Terms\n\nOne.' },
  ]);
});

it('marks only the changed word, the old one before the new one', () => {
  expect(
    compareTexts('# Terms\n\nWe keep it 24 months.', '# Terms\n\nWe keep it 36 months.'),
  ).toEqual([
    { kind: 'same', text: '# Terms\n\nWe keep it ' },
    { kind: 'removed', text: '24' },
    { kind: 'added', text: '36' },
    { kind: 'same', text: ' months.' },
  ]);
});

it('marks an added or removed paragraph as a whole', () => {
  const [short, long] = ['One.\n\nThree.\n', 'One.\n\nTwo.\n\nThree.\n'];
  expect(compareTexts(short, long).filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'added', text: expect.stringContaining('Two.') },
  ]);
  expect(compareTexts(long, short).filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'removed', text: expect.stringContaining('Two.') },
  ]);
});

const text = fc
  .array(fc.constantFrom('a', 'b', 'word ', ' ', '\n', '\n\n', 'é'), { maxLength: 60 })
  .map((parts) => parts.join(''));

it('both versions can be restored from the comparison of any two texts', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const pieces = compareTexts(before, after);
      expect(without('added', pieces)).toBe(before);
      expect(without('removed', pieces)).toBe(after);
      expect(pieces.every((piece) => piece.text !== '')).toBe(true);
    }),
  );
});

it('compares the longest texts that can be published, even if they share no words', () => {
  const long = (word: string) => `${word} `.repeat(Math.floor(40_000 / (word.length + 1)));
  const pieces = compareTexts(long('aaaa'), long('bbbb'));
  expect(without('added', pieces)).toBe(long('aaaa'));
});
