import { describe, expect, test } from 'vitest';
import { w9Form } from './w9-form.ts';

const form = {
  fullName: 'Priya Natarajan',
  companyName: 'Summit Roofing LLC',
  taxClassification: ['individual'],
  llcClassification: '',
  otherClassification: '',
  exemptPayeeCode: '',
  fatcaCode: '',
  address: '2240 Ridge Road',
  city: 'Denver, CO 80202',
  ssn: '123-45-6789',
  ein: '',
  subjectToWithholding: false,
  signature: 'Priya Natarajan',
};

/** The first problem of each field. */
function problems(change: object): Record<string, string> {
  const found: Record<string, string> = {};
  const { error } = w9Form.safeParse({ ...form, ...change });
  for (const { path, message } of error?.issues ?? []) found[path.join('.')] ??= message;
  return found;
}

const required = 'These fields are required.';

describe('the W-9 form', () => {
  test('accepts a complete form and removes the dashes from its number', () => {
    expect(problems({})).toEqual({});
    expect(w9Form.parse(form).ssn).toBe('123456789');
  });

  test('needs name, address, city and signature [ACC-357] [ACC-358] [ACC-359] [ACC-363]', () => {
    expect(problems({ fullName: ' ' })).toEqual({ fullName: required });
    expect(problems({ address: '' })).toEqual({ address: required });
    expect(problems({ city: '' })).toEqual({ city: required });
    expect(problems({ signature: '' })).toEqual({ signature: required });
  });

  test('needs exactly one checked box [ACC-360]', () => {
    expect(problems({ taxClassification: [] })).toEqual({ taxClassification: required });
    expect(problems({ taxClassification: ['individual', 'partnership'] })).toEqual({
      taxClassification: 'Please check only one box.',
    });
    for (const one of [
      'individual',
      'c-corporation',
      's-corporation',
      'partnership',
      'trust-estate',
    ])
      expect(problems({ taxClassification: [one] })).toEqual({});
  });

  test('a limited liability company needs its tax classification [ACC-361]', () => {
    expect(problems({ taxClassification: ['llc'] })).toEqual({ llcClassification: required });
    expect(problems({ taxClassification: ['llc'], llcClassification: 'x' })).toEqual({
      llcClassification: 'Please enter C, S or P.',
    });
    expect(problems({ taxClassification: ['llc'], llcClassification: 's' })).toEqual({});
  });

  test('another classification needs a description [ACC-362] [ACC-370]', () => {
    expect(problems({ taxClassification: ['other'] })).toEqual({ otherClassification: required });
    expect(problems({ taxClassification: ['other'], otherClassification: 'a'.repeat(50) })).toEqual(
      {},
    );
    expect(problems({ taxClassification: ['other'], otherClassification: 'a'.repeat(51) })).toEqual(
      {
        otherClassification: 'Enter 50 symbols maximum',
      },
    );
  });

  test('needs one valid tax number [ACC-364] [ACC-365]', () => {
    const wrong = 'Please enter a valid 9-digit TIN number.';
    expect(problems({ ssn: '' })).toEqual({ ssn: wrong });
    expect(problems({ ssn: '12345678' })).toEqual({ ssn: wrong });
    expect(problems({ ssn: '000-12-3456' })).toEqual({ ssn: wrong });
    expect(problems({ ssn: '900-12-3456' })).toEqual({ ssn: wrong });
    expect(problems({ ssn: '900-70-3456' })).toEqual({});
    expect(problems({ ssn: '', ein: '00-1234567' })).toEqual({ ein: wrong });
    expect(problems({ ssn: '', ein: '38-0123456' })).toEqual({});
    expect(problems({ ein: '38-0123456' })).toEqual({
      ein: 'Please enter one TIN option only (SSN or EIN).',
    });
  });

  test('reports all problems at once', () => {
    const empty = {
      fullName: '',
      taxClassification: [],
      address: '',
      city: '',
      ssn: '',
      signature: '',
    };
    expect(Object.keys(problems(empty)).toSorted()).toEqual(Object.keys(empty).toSorted());
  });

  test('limits the length of each line [ACC-366] [ACC-367] [ACC-368] [ACC-369] [ACC-371]', () => {
    const limits = { fullName: 255, companyName: 250, address: 255, city: 255, signature: 255 };
    for (const [field, limit] of Object.entries(limits)) {
      expect(problems({ [field]: 'a'.repeat(limit) })).toEqual({});
      expect(problems({ [field]: 'a'.repeat(limit + 1) })).toEqual({
        [field]: `Enter ${limit} symbols maximum`,
      });
    }
  });

  test('accepts only existing exemption codes', () => {
    expect(problems({ exemptPayeeCode: '13', fatcaCode: 'm' })).toEqual({});
    expect(problems({ exemptPayeeCode: '14' })).toHaveProperty('exemptPayeeCode');
    expect(problems({ fatcaCode: 'N' })).toHaveProperty('fatcaCode');
  });
});
