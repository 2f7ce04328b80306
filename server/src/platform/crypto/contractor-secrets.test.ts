import { expect, test } from 'vitest';
import {
  contractorFromSecret,
  lookupFromSecret,
  lookupFromCode,
  createContractorCode,
  createContractorSecret,
  referenceLength,
} from './contractor-secrets.ts';

const numbers = [1, 35, 36, 53, 54, 20_000, 2 ** 31 - 1];

test("a secret names its row's contractor, whatever its random part contains", () => {
  for (const contractorId of numbers)
    for (let round = 0; round < 20; round += 1) {
      const secret = createContractorSecret(contractorId);
      expect(secret).toMatch(/^[\w-]{45,64}$/);
      expect(contractorFromSecret(secret)).toBe(contractorId);
      expect(lookupFromSecret(secret).contractorId).toBe(contractorId);
      expect(
        contractorFromSecret(
          createContractorSecret(contractorId, referenceLength),
          referenceLength,
        ),
      ).toBe(contractorId);
      const code = createContractorCode(contractorId);
      expect(code.length).toBeLessThanOrEqual(18);
      expect(lookupFromCode(code).contractorId).toBe(contractorId);
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
    expect([secret, contractorFromSecret(secret)]).toEqual([secret, null]);
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
    expect([given, lookupFromCode(given).contractorId]).toEqual([given, null]);
});
