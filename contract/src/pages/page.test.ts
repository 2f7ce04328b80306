import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageName, tidyPageName } from './page.ts';

test('a page name is lowercased [ACC-279]', () =>
  expect(pageName.parse('Summit-ROOFING')).toBe('summit-roofing'));
test('white space in a page name becomes hyphens [ACC-280]', () =>
  expect(pageName.parse('summit \t roofing 2')).toBe('summit-roofing-2'));
test('repeated hyphens in a page name become one [ACC-281]', () =>
  expect(pageName.parse('summit---roofing')).toBe('summit-roofing'));
test('hyphens at the edges of a page name are removed [ACC-282]', () =>
  expect(pageName.parse('--summit- ')).toBe('summit'));

test('tidying a page name is idempotent', () => {
  fc.assert(
    fc.property(fc.string(), (text) => tidyPageName(tidyPageName(text)) === tidyPageName(text)),
  );
});

test('every accepted name is a tidy one of 2 to 100 letters, digits, and hyphens', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'Z', '9', '-', '_', ' ', '.', 'é', '\n') }),
      (text) => {
        const parsed = pageName.safeParse(text);
        return !parsed.success || /^[a-z0-9](?!.*--)[a-z0-9-]{0,98}[a-z0-9]$/.test(parsed.data);
      },
    ),
  );
});
