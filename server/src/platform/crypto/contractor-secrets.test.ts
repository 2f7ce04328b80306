import { expect, test } from 'vitest';
import {
  contractorOf,
  lookupOf,
  lookupOfCode,
  newCodeOf,
  newSecretOf,
  referenceLength,
} from './contractor-secrets.ts';

const numbers = [1, 35, 36, 53, 54, 20_000, 2 ** 31 - 1];

test("a secret names its row's contractor, whatever its random part contains", () => {
  for (const contractorId of numbers)
    for (let round = 0; round < 20; round += 1) {
      const secret = newSecretOf(contractorId);
      expect(secret).toMatch(/^[\w-]{45,64}$/);
      expect(contractorOf(secret)).toBe(contractorId);
      expect(lookupOf(secret).contractorId).toBe(contractorId);
      expect(contractorOf(newSecretOf(contractorId, referenceLength), referenceLength)).toBe(
        contractorId,
      );
      const code = newCodeOf(contractorId);
      expect(code.length).toBeLessThanOrEqual(18);
      expect(lookupOfCode(code).contractorId).toBe(contractorId);
    }
});

test('older and made-up secrets name no contractor', () => {
  const random = 'x'.repeat(43);
  for (const secret of [
    random,
    `${random}-`,
    `${random}-0`,
    `${random}-zzzzzz`,
    `${random}-a-b`,
    '',
  ])
    expect([secret, contractorOf(secret)]).toEqual([secret, null]);
  const code = 'a'.repeat(12);
  for (const given of [
    code,
    `${code}ZZZZZZ`,
    `${code}0`,
    `${code}2`,
    'a'.repeat(200),
    '',
    'é'.repeat(20),
  ])
    expect([given, lookupOfCode(given).contractorId]).toEqual([given, null]);
});
