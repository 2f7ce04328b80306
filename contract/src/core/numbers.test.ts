import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatCents,
  formatHundredths,
  hasMisplacedComma,
  readDecimal,
  readHundredths,
  readNumber,
  shortDecimal,
} from './numbers.ts';

describe('typed numbers', () => {
  test.each([
    ['1', 100],
    ['1.5', 150],
    ['0.29', 29],
    ['.5', 50],
    ['7.', 700],
    ['1.2000', 120],
    ['$1,234.56', 123_456],
    ['-$1,200.50', -120_050],
    ['8.25%', 825],
    ['-0', 0],
    ['', null],
    ['.', null],
    ['1.005', null],
    ['12,50', null],
    ['12,34.5', null],
    ['1,23,456', null],
    ['1234,567', null],
    [',5', null],
    ['5,', null],
    ['1.234,50', null],
    ['0,500', null],
    ['1,234,567.5', 123_456_750],
    ['1 234.50', 123_450],
    ['1 234,567', null],
    ['12 50', null],
    [' $ 12.50 ', 1_250],
    ['$-12.50', -1_250],
    ['1e3', null],
    ['abc', null],
    ['1.2.3', null],
    ['--1', null],
  ])('%j is %j hundredths', (typed, hundredths) => expect(readHundredths(typed)).toBe(hundredths));

  test('are read exactly: no cent is lost', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
        (cents) => {
          expect(readHundredths(formatCents(cents))).toBe(cents);
          expect(readHundredths(formatHundredths(cents))).toBe(cents);
        },
      ),
    );
  });

  test.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [-2_550, '-$25.50'],
    [123_456_789, '$1,234,567.89'],
  ])('%j cents are written %j', (cents, text) => expect(formatCents(cents)).toBe(text));

  test.each([
    [100, '1'],
    [150, '1.5'],
    [1_000, '10'],
    [1_200_025, '12,000.25'],
    [-5, '-0.05'],
  ])('%j hundredths are written %j', (hundredths, text) =>
    expect(formatHundredths(hundredths)).toBe(text),
  );

  test('distinguishes a misplaced comma from other mistakes', () => {
    for (const typed of ['12,50', ',5', '1,23,456', '-1,00'])
      expect(hasMisplacedComma(typed)).toBe(true);
    for (const typed of ['1,234.50', 'a,b', '12.50', ''])
      expect(hasMisplacedComma(typed)).toBe(false);
  });

  test('keep three decimals where three are accepted', () => {
    expect(readDecimal('8.875%', 3)).toBe(8_875);
    expect(readDecimal('8.8750', 3)).toBe(8_875);
    expect(readDecimal('8.8755', 3)).toBe(null);
    expect(shortDecimal(8_875, 3)).toBe('8.875');
    expect(shortDecimal(8_250, 3)).toBe('8.25');
    expect(shortDecimal(100_000, 3)).toBe('100');
  });

  test('become JavaScript numbers or NaN', () => {
    expect(readNumber('$15,000.50')).toBe(15_000.5);
    expect(readNumber('-5')).toBe(-5);
    for (const typed of ['12,50', '0x10', '1e5', '', '.']) expect(readNumber(typed)).toBeNaN();
  });
});
