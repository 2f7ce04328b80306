import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { nameKey } from '../../domains/payouts/w9/name-key.ts';
import { containing, foldedText, rareParts } from './folded.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const written: Record<string, string> = {
  'José Núñez': 'jose nunez',
  'José Muñoz': 'jose munoz',
  'Zoë Søren Łukasz Đặng Nguyễn': 'zoe soren lukasz dang nguyen',
  'Straße ÆRØ Œuvre Þór ẞ': 'strasse aero oeuvre thor ss',
  "O’Brien O'Brien OʻBrien OʼBrien O`Brien O´Brien O‘Brien":
    "o'brien o'brien o'brien o'brien o'brien o'brien o'brien",
  'Anne–Marie Anne‑Marie Anne−Marie': 'anne-marie anne-marie anne-marie',
  '“The” „Shop”': '"the" "shop"',
  'İstanbul ısı ΟΔΟΣ': 'istanbul isi οδοσ',
  'a\u00a0b\u200b\u00adc ½ ™': 'a bc 1⁄2 tm',
  '王小明 김철수 שלום': '王小明 김철수 שלום'.normalize('NFKD'),
};

test('a search ignores case, accents, composition, invisible characters, and the form of apostrophes and dashes', () => {
  for (const [text, folded] of Object.entries(written)) expect(foldedText(text)).toBe(folded);
  expect(containing('50%_\\')).toBe(String.raw`%50\%\_\\%`);
});

const names = [
  'Summit Roofing LLC',
  'SUMMIT ROOFING, L.L.C.',
  'The Summit Roofing Co., Inc.',
  'Smith & Sons Limited Liability Company',
  'Smith and Sons',
  'Müller-Lüdenscheidt GmbH',
  'Company',
  'LLC',
  '',
  "O'Brien (Bob)",
];

test('the database folds texts and names like the program', async () => {
  const { db } = app.deps.database;
  for (const text of [...Object.keys(written), ...names]) {
    const { rows } = await db.execute<{ folded: string; key: string }>(
      sql`select fold_search(${text}) as folded, name_key(fold_search(${text})) as key`,
    );
    expect(rows).toEqual([{ folded: foldedText(text), key: nameKey(text) }]);
  }
});

test("a company's names with and without its legal form are equal", () => {
  const keys = names.slice(0, 3).map(nameKey);
  expect(new Set(keys)).toEqual(new Set(['summit roofing']));
  expect(nameKey('Smith & Sons LLC')).toBe(nameKey('Smith and Sons'));
  expect(nameKey('Company')).toBe('company');
});

test.each([
  ['abbott1f', ['bbo', 't1f', 'tt1']],
  ['home1037389@example.com', ['103', '037', '373']],
  ['jo@example.com', ['amp', 'xam', 'mpl']],
  ['Muñoz', ['uno', 'noz', 'mun']],
  ['om', []],
  ['+1 (30', []],
])('a search for %s uses only its rare parts in the index', (words, parts) => {
  expect(new Set(rareParts(words))).toEqual(new Set(parts));
});
