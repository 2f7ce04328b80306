import { expect, test } from 'vitest';
import type { ZodType } from 'zod';
import { optionalPhone, phone } from './fields.ts';

/** What is read, or the first thing that is said against it. */
const read = (schema: ZodType, value: unknown): unknown => {
  const { data, error } = schema.safeParse(value);
  return error?.issues[0]?.message ?? data;
};

test('a phone is ten digits, whatever separators stand between them [ADM-364]', () => {
  for (const good of ['3035550110', '303-555-0110', ' (303) 555.0110 ', '+1 303 555 0110'])
    expect(read(phone(), good), good).toBe('3035550110');
  for (const bad of ['phone', '303555011', '30355501100', '303555011a0', '3035550110 ext'])
    expect(read(phone(), bad), bad).toBe('Please enter a 10-digit number.');
  for (const none of ['', '  ', undefined]) expect(read(phone(), none)).toBe('This field is required.');
});

test('a phone that may be left out is empty when it is blank, and else keeps the same rule [ADM-364]', () => {
  expect(['', '  ', '303-555-0110', '303'].map((value) => read(optionalPhone(), value))).toEqual([
    '',
    '',
    '3035550110',
    'Please enter a 10-digit number.',
  ]);
});
