import { expect, test } from 'vitest';
import { matchTests, parseRequirements } from './coverage.ts';
import { requirementIds, titlesIn } from './titles.ts';

test('counts ids only in titles of tests that run', () => {
  const text = [
    "// [ABC-001]\nconst note = '[ABC-002]';",
    "test('first [ABC-003] [ABC-004]', () => {});",
    "test.each([1])('second %i [ABC-005]', () => {});",
    'it(`third ${note} [ABC-006]`, () => {});',
    "test.skip('fourth [ABC-007]', () => {});",
    "test.todo('fifth [ABC-008]');",
  ].join('\n');
  expect(titlesIn('a.test.ts', text).flatMap(requirementIds)).toEqual([
    'ABC-003',
    'ABC-004',
    'ABC-005',
    'ABC-006',
  ]);
});

test('treats quotes in the table as text, and reports required rows without a test', () => {
  const rows = parseRequirements(
    'id\tdomain\tsection\tkind\ttext\nABC-001\tshell\ts\tk\tSays "x\nABC-002\tpages\ts\tk\tb\nABC-003\tpages\ts\tk\tc\n',
  );
  expect(rows[0]).toEqual({ id: 'ABC-001', domain: 'shell', text: 'Says "x' });
  const found = matchTests(rows, new Set(['ABC-001', 'ABC-009']), {
    domains: ['shell'],
    ids: ['ABC-003'],
    waived: { 'ABC-002': 'docs/adr/x.md' },
  });
  expect(found.unknown).toEqual(['ABC-009']);
  expect(found.broken.map(({ id }) => id)).toEqual(['ABC-003']);
  expect(found.domains.get('pages')).toEqual({ named: 1, total: 2 });
});
