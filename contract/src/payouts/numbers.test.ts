import fc from 'fast-check';
import { expect, test } from 'vitest';
import { payoutForm } from './method.ts';
import {
  isAccountNumber,
  isEin,
  isItin,
  isMasked,
  isRoutingNumber,
  isSsn,
  mask,
  maskTin,
} from './numbers.ts';

test('a routing number has nine digits and passes the bankers’ checksum', () => {
  for (const valid of ['021000021', '121042882', '011401533', '999999992'])
    expect(isRoutingNumber(valid)).toBe(true);
  for (const wrong of ['021000022', '12104288', '1210428822', '000000000', '12104288a', ''])
    expect(isRoutingNumber(wrong)).toBe(false);
});

test('a routing number with one wrong digit never passes', () => {
  const wrongDigit = fc.record({ at: fc.nat(8), digit: fc.nat(9) });
  fc.assert(
    fc.property(wrongDigit, ({ at, digit }) => {
      const digits = Array.from('121042882');
      fc.pre(digits[at] !== String(digit));
      digits[at] = String(digit);
      expect(isRoutingNumber(digits.join(''))).toBe(false);
    }),
  );
});

test('an account number has 4 to 17 digits [ACC-354]', () => {
  for (const valid of ['1234', '12345678901234567']) expect(isAccountNumber(valid)).toBe(true);
  for (const wrong of ['123', '123456789012345678', '12a4', ''])
    expect(isAccountNumber(wrong)).toBe(false);
});

test('numbers are masked to their last four digits, and masked numbers are recognized', () => {
  expect(mask('000123456789')).toBe('********6789');
  expect(isMasked(mask('000123456789'))).toBe(true);
  for (const typed of ['123456789', '****', '6789', '12**5678'])
    expect(isMasked(typed)).toBe(false);
  expect(maskTin('6789', 'ssn')).toBe('***-**-6789');
  expect(maskTin('6789', 'ein')).toBe('**-***6789');
});

test('a Social Security number has an issued area, group, and serial number', () => {
  for (const valid of ['123456789', '001010001', '899999999']) expect(isSsn(valid)).toBe(true);
  for (const wrong of [
    '000456789',
    '666456789',
    '900456789',
    '999456789',
    '123006789',
    '123450000',
    '12345678',
    '1234567890',
  ])
    expect(isSsn(wrong)).toBe(false);
});

test('an individual taxpayer identification number begins with 9 and has an issued group', () => {
  for (const valid of [
    '900500000',
    '912651234',
    '999700000',
    '900881234',
    '900901234',
    '900921234',
    '900991234',
  ])
    expect(isItin(valid)).toBe(true);
  for (const wrong of [
    '900491234',
    '900661234',
    '900891234',
    '900931234',
    '800701234',
    '90070123',
    '9007012345',
  ])
    expect(isItin(wrong)).toBe(false);
});

test('an employer identification number begins with an issued prefix', () => {
  for (const valid of ['010000000', '380123456', '990000000']) expect(isEin(valid)).toBe(true);
  for (const wrong of ['000000000', '070000000', '890000000', '3801234', '38-012345'])
    expect(isEin(wrong)).toBe(false);
});

const details = {
  payoutMethod: 'Direct Deposit',
  accHolderName: 'Summit Roofing LLC',
  bankName: 'First Harbor Bank',
  routingNumber: '121042882',
  accNumber: '000123456789',
};

const problems = (change: object): Record<string, string> => {
  const { error } = payoutForm.safeParse({ ...details, ...change });
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );
};

test('the bank details have their five fields, and the method is Direct Deposit [ACC-161] [ACC-162]', () => {
  expect(Object.keys(payoutForm.shape)).toEqual(expect.arrayContaining(Object.keys(details)));
  expect(payoutForm.parse(details)).toMatchObject({ ...details, accountType: 'Checking' });
  expect(payoutForm.parse({ ...details, payoutMethod: undefined }).payoutMethod).toBe(
    'Direct Deposit',
  );
  expect(problems({ payoutMethod: 'Check' })).toHaveProperty('payoutMethod');
});

test('account holder and bank are required, with at most 255 characters [ACC-346] [ACC-347] [ACC-348] [ACC-349]', () => {
  for (const field of ['accHolderName', 'bankName']) {
    expect(problems({ [field]: '  ' })).toEqual({ [field]: 'This field is required.' });
    expect(problems({ [field]: 'a'.repeat(255) })).toEqual({});
    expect(problems({ [field]: 'a'.repeat(256) })).toEqual({
      [field]: 'Enter 255 symbols maximum',
    });
  }
});

test('new numbers are required and must be valid, with only digits [ACC-351] [ACC-355] [ACC-356]', () => {
  expect(problems({ routingNumber: '' })).toEqual({ routingNumber: 'This field is required.' });
  expect(problems({ routingNumber: '121042883' })).toEqual({
    routingNumber: 'Please enter a valid 9-digit routing number.',
  });
  expect(problems({ accNumber: '' })).toEqual({ accNumber: 'This field is required.' });
  expect(problems({ accNumber: '12a4' })).toEqual({ accNumber: 'Please use digits only' });
  expect(problems({ accNumber: '123' })).toEqual({ accNumber: 'Please enter 4 to 17 digits.' });
  expect(problems({ accNumber: '1'.repeat(18) })).toEqual({
    accNumber: 'Please enter 4 to 17 digits.',
  });
  expect(problems({ accNumber: '1'.repeat(17), routingNumber: '*****2882' })).toEqual({});
});
