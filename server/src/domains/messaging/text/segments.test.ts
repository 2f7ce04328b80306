import { expect, test } from 'vitest';
import { inPlainAlphabet, countSegments } from './segments.ts';

const of = (text: string) => {
  const { encoding, segments } = countSegments(text);
  return `${segments} ${encoding}`;
};

test('a text of 160 plain characters is one segment, and a longer one has 153 per segment', () => {
  expect(of('')).toBe('1 GSM-7');
  expect(of('a'.repeat(160))).toBe('1 GSM-7');
  expect(of('a'.repeat(161))).toBe('2 GSM-7');
  expect(of('a'.repeat(306))).toBe('2 GSM-7');
  expect(of('a'.repeat(307))).toBe('3 GSM-7');
});

test('one character outside the alphabet leaves 70, and 67 per segment', () => {
  expect(of(`${'a'.repeat(69)}á`)).toBe('1 UCS-2');
  expect(of(`${'a'.repeat(70)}á`)).toBe('2 UCS-2');
  // A surrogate pair isn't split: 33 of them in a segment of 67.
  expect(of('😀'.repeat(66))).toBe('2 UCS-2');
  expect(of('😀'.repeat(67))).toBe('3 UCS-2');
});

test('writes names in the GSM alphabet', () => {
  expect(inPlainAlphabet('García & Peña’s “Roofs” – José…')).toBe(
    'Garcia & Peña\'s "Roofs" - José...',
  );
  expect(inPlainAlphabet('Ünlü 山田 Roofing 😀')).toBe('Ünlü Roofing');
  expect(inPlainAlphabet('山田')).toBe('');
  expect(inPlainAlphabet('½ • ＡＢＣ Müller‐Łódź')).toBe('1/2 - ABC Müller-odz');
  for (const letter of 'áéíóúñü¿¡ÁÉÍÓÚÑÜ') expect(of(inPlainAlphabet(letter))).toBe('1 GSM-7');
});
