import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { errorPlace } from './demo-data-card.tsx';

test.each([
  ['{"a": 1,}', { line: 1, column: 9 }],
  ['{\n  "a": tru\n}', { line: 2, column: 8 }],
  ['{\n  "a" 1\n}', { line: 2, column: 7 }],
  ['{"a": 1} x', { line: 1, column: 10 }],
  ['[1, 2', { line: 1, column: 6 }],
  ["{'a': 1}", { line: 1, column: 2 }],
  ['{"a": "b\n"}', { line: 1, column: 7 }],
  ['01', { line: 1, column: 2 }],
  ['{"a": True}', { line: 1, column: 7 }],
])('Finds the first syntax error in %j', (text, place) => {
  expect(errorPlace(text)).toEqual(place);
});

test('Valid JSON has no error position, and incomplete or malformed JSON has one', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (text, cut) => {
      expect(errorPlace(text)).toBeNull();
      const place = errorPlace(`{"a": ${text}`);
      expect(place).toEqual({ line: 1, column: `{"a": ${text}`.length + 1 });
      expect(errorPlace(`[${text} ${cut}]`)).not.toBeNull();
    }),
  );
});
