import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fit } from './layout.ts';

const box = { width: 300, lines: 2, sizes: [32, 24, 18] };

test('a short text gets the largest font size, a longer one a smaller size', () => {
  expect(fit('Short', box)).toEqual({ fontSize: 32, lines: ['Short'] });
  expect(fit('A clear way to pay for your new roof', box).fontSize).toBeLessThan(32);
});

test('lines are as even as possible', () => {
  expect(fit('Plan it now. Pay over time.', { width: 400, lines: 2, sizes: [38] }).lines).toEqual([
    'Plan it now.',
    'Pay over time.',
  ]);
});

test("text that doesn't fit ends with an ellipsis, even a single word", () => {
  const { fontSize, lines } = fit(
    'The Very Long Name of Johannsen, Wetherby & Sons Home Improvement and Restoration',
    box,
  );
  expect([fontSize, lines.length]).toEqual([18, 2]);
  expect(lines[1]).toMatch(/…$/);
  expect(fit('x'.repeat(200), { ...box, lines: 1 }).lines[0]).toMatch(/^x{10,60}…$/);
});

test('text never exceeds its number of lines, and its beginning is unchanged', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 240 }),
      fc.integer({ min: 1, max: 6 }),
      (text, lines) => {
        const fitted = fit(text, { ...box, lines });
        const tidy = text.trim().replace(/\s+/g, ' ');
        expect(fitted.lines.length).toBeLessThanOrEqual(lines);
        const [first = ''] = fitted.lines;
        expect(tidy.startsWith(first.replace(/…$/, '').trim())).toBe(true);
      },
    ),
  );
});
