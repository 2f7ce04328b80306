import { expect, test } from 'vitest';
import { rarePartsOf, Sample } from './word-sample.ts';

const sample = new Sample(
  Array.from(
    { length: 1000 },
    (_one, at) =>
      `${['ann', 'ben'][at % 2]} abbott${at.toString(16)} home${at}@example.com ${3_035_550_000 + at}`,
  ),
);

test('the index is asked for the parts that fewest rows have', () => {
  const parts = rarePartsOf('abbott1f', sample);
  expect(parts).toContain('t1f');
  expect(parts).not.toContain('abb');
});

test('what every other row has is not asked for at all', () => {
  expect(rarePartsOf('abbott', sample)).toEqual([]);
  expect(rarePartsOf('@example.com', sample)).toEqual([]);
});

test('what the sample does not know is asked for by two parts, because it may be wrong', () => {
  expect(rarePartsOf('quincy', sample)).toHaveLength(2);
  expect(rarePartsOf('ann zed', sample)).toEqual(['zed']);
});

test('parts are plain letters and digits that stand together', () => {
  expect(rarePartsOf("o'neil", sample).toSorted()).toEqual(['eil', 'nei']);
  expect(rarePartsOf('zoë', sample)).toEqual([]);
  expect(rarePartsOf('x%y_z\\', sample)).toEqual([]);
});

test('the texts that have a part are told, also when no more of them are kept', () => {
  const texts = ['anna', 'bob ann', 'nan', '', 'ann\\', 'ann'];
  expect(new Sample(texts).having('ann')).toEqual([0, 1, 4, 5]);
  expect(new Sample([]).having('ann')).toEqual([]);
  const having = (part: string) =>
    sample.texts.flatMap((text, at) => (text.includes(part) ? [at] : []));
  for (let at = 0; at < 200; at += 1)
    for (const part of ['com', 'ann', `e${at}`, at.toString(36).padStart(3, '0')])
      expect(sample.having(part)).toEqual(having(part));
});
