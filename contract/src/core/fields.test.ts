import { describe, expect, test } from 'vitest';
import type { ZodType } from 'zod';
import {
  email,
  id,
  messages,
  nameOrSignature,
  optionalId,
  optionalPhone,
  orEmpty,
  phone,
  text,
  wholeNumber,
} from './fields.ts';
import { limit, page } from './list.ts';

/** The parsed value, or the first error message. */
const read = (schema: ZodType, value: unknown): unknown => {
  const { data, error } = schema.safeParse(value);
  return error?.issues[0]?.message ?? data;
};

test('a phone has ten digits, regardless of separators [ADM-364]', () => {
  const good = [
    '3035550110',
    '303-555-0110',
    ' (303) 555.0110 ',
    '+1 303 555 0110',
    '1-303-555-0110',
    'tel:+13035550110',
    '303‐555‑0110',
    '303–555—0110',
    '303−555/0110',
    '(303)\u00a0555\u202f0110',
    '\u202a303-555-0110\u202c\u200b',
  ];
  for (const one of good) expect(read(phone(), one), one).toBe('3035550110');
  const bad = [
    'phone',
    '303555011',
    '30355501100',
    '303555011a0',
    '3035550110 ext',
    '303-555-0110 x5',
    '+52 55 1234 5678',
    '+44 20 7946 01',
    '0000000000',
    '1112223333',
    '1234567890',
    '9115550110',
    '3039110110',
    '3031550110',
  ];
  for (const one of bad) expect(read(phone(), one), one).toBe('Please enter a 10-digit number.');
  for (const none of ['', '  ', undefined])
    expect(read(phone(), none)).toBe('This field is required.');
});

test('an e-mail address has RFC 5322 characters and a possible host', () => {
  const good = [
    'pat@example.com',
    'pat&chris@example.com',
    'pat#1+roof@example.co.uk',
    "o'brien@example.com",
    'pat@münchen.example',
    'pat@example.xn--p1ai',
    `${'a'.repeat(64)}@example.com`,
  ];
  for (const one of good) expect(read(email(), ` ${one} `), one).toBe(one);
  const bad = [
    'pat',
    'pat@example',
    'pat@.example.com',
    'pat@x-.example',
    'pat@-x.example',
    'pat@exa mple.com',
    '.pat@example.com',
    'pat.@example.com',
    'pat..p@example.com',
    'pat@example..com',
    'pat@example.com.',
    'pat@example.c',
    'pat@127.0.0.1',
    'pat@ｅxample.com',
    'pat@exam\u00adple.com',
    'pat@b@example.com',
    '"pat p"@example.com',
    `${'a'.repeat(65)}@example.com`,
    `pat@${'a'.repeat(64)}.com`,
  ];
  for (const one of bad) expect(read(email(), one), one).toBe('The Email is in invalid format');
});

test('an optional phone is empty when blank, and otherwise follows the same rule [ADM-364]', () => {
  expect(['', '  ', '303-555-0110', '303'].map((value) => read(optionalPhone(), value))).toEqual([
    '',
    '',
    '3035550110',
    'Please enter a 10-digit number.',
  ]);
});

/**
 * Values that JavaScript converts to 102 or another number, but that aren't a usual notation for an id.
 */
const odd = [
  '0x66',
  '0b1100110',
  '1.02e2',
  '1e2',
  ' 102',
  '102 ',
  '+102',
  '-102',
  '102.0',
  '1_02',
  '１０２',
  '',
  ' ',
  true,
  [102],
  ['102'],
  {},
  null,
];

test('an id consists of decimal digits, as text or as a number', () => {
  expect(['102', 102, '0102'].map((value) => read(id(), value))).toEqual([102, 102, 102]);
  for (const value of odd) expect(id().safeParse(value).success, JSON.stringify(value)).toBe(false);
  for (const value of ['0', 0, 1.5, '2147483648', '9'.repeat(400), Number.NaN, Infinity])
    expect(id().safeParse(value).success, String(value)).toBe(false);
  expect(['', null, undefined, '102'].map((value) => read(optionalId(), value))).toEqual([
    undefined,
    undefined,
    undefined,
    102,
  ]);
  expect([read(id(), undefined), read(id(), '0x66')]).toEqual([
    'This field is required.',
    'Please use a number.',
  ]);
});

test('a page, its size, and all other whole numbers follow the same notation', () => {
  expect([
    read(page(), undefined),
    read(page(), '3'),
    read(limit([10, 25], 25), '10'),
    read(wholeNumber(), '0'),
  ]).toEqual([1, 3, 10, 0]);
  for (const value of odd) {
    for (const schema of [page(), limit([10, 25], 25), wholeNumber()])
      expect(schema.safeParse(value).success, JSON.stringify(value)).toBe(false);
  }
  expect(limit([10, 25], 25).safeParse('1e1').success).toBe(false);
});

describe('names and signatures', () => {
  const takes = (typed: string): boolean => nameOrSignature(100).safeParse(typed).success;

  test.each(['Casey Doe', 'José', '王小明', 'محمد', 'Ольга', 'สมชาย', 'O', '3M Company'])(
    'accept %s',
    (name) => expect(takes(name)).toBe(true),
  );

  test.each([
    '\u200B\u200B',
    '\u200E\u200F',
    '\u00AD\u00AD',
    '\u115F\u1160',
    '\u3164',
    '\uFFA0',
    '\u2800',
    '\u2060\uFEFF',
    '---',
    '.',
    '123',
    '😀',
    ' ',
    '',
  ])('reject %j, which has no letter', (name) => expect(takes(name)).toBe(false));

  test('a required text has visible characters', () => {
    for (const blank of ['\u200B', '\u3164', '\u2800 ', '\u00A0'])
      expect(text(10).safeParse(blank).success).toBe(false);
    expect(text(10).parse(' 42 ')).toBe('42');
  });
});

describe('an optional field', () => {
  const optional = orEmpty(email());
  test.each(['', '   '])('accepts an empty value: %j', (typed) =>
    expect(optional.parse(typed)).toBe(''),
  );
  test('accepts a valid value', () => expect(optional.parse(' a@b.co ')).toBe('a@b.co'));
  test('rejects a wrong value with the message of the value’s own rule', () =>
    expect(optional.safeParse('a@b').error?.issues[0]?.message).toBe(messages.email));
});
