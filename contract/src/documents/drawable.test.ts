import { expect, test } from 'vitest';
import { undrawable } from './drawable.ts';

test('finds the characters that no PDF font has', () => {
  for (const text of [
    'José',
    '王小明',
    '김철수',
    'やまだ',
    'محمد',
    'דוד',
    'สมชาย',
    'रमेश',
    'Ольга',
    '🏠 ½',
  ])
    expect(undrawable(text), text).toEqual([]);
  expect(undrawable('ሰላም ሰ')).toEqual(['ሰ', 'ላ', 'ም']);
  expect(undrawable('𠮷')).toEqual(['𠮷']);
});
