import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keysOf } from '../core/map-values.ts';
import { applicationDraft, applicationForm } from './form.ts';
import { applicationFields, type ApplicationField } from './fields.ts';
import { problemText } from './problems.ts';
import { applicationRules, findProblems } from './rules.ts';

const fields = keysOf(applicationFields);
const typed = [
  '',
  ' ',
  '0',
  '12',
  '999',
  '1000',
  '$15,000',
  '15000.50',
  '12.345',
  '150,000',
  '150000.01',
  '1e5',
  '0x2710',
  '-5',
  'Ann',
  "O'Neil",
  '<b>Bo</b>',
  '  Mary  Ann ',
  '.',
  'Zoë',
  'José',
  'Muñoz',
  'Mun\u0303oz',
  'Nguyễn',
  'Иван',
  '24.99',
  '25',
  '$5,000',
  '5000.01',
  'x'.repeat(101),
  `${' '.repeat(150)}Bo`,
  'bo@low',
  'bo@low.example',
  ' Bo@Low.example ',
  'a..b@c.de',
  `${'a'.repeat(250)}@b.example`,
  'a b@c.de',
  '123',
  '(512) 555-0147',
  '+1 512 555 0147',
  '15125550147',
  '51255501470',
  'Austin',
  'TX',
  'tx',
  'Texas',
  'good',
  'Roofing',
  'roofing',
  'constructor',
  'toString',
];

const ruled = (field: ApplicationField, value: string): string | null => {
  const problem = applicationRules[field](value);
  return problem && problemText(problem);
};
const messageOf = (field: ApplicationField, value: string): string | null => {
  const { error } = applicationForm.shape[field].safeParse(value);
  return error?.issues[0]?.message ?? null;
};

test.each(fields)('the page and the server give the same result for %s, for any input', (field) => {
  for (const value of typed)
    expect([value, ruled(field, value)]).toEqual([value, messageOf(field, value)]);
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ maxLength: 120 }), fc.emailAddress(), fc.float().map(String)),
      (value) => {
        expect(ruled(field, value)).toBe(messageOf(field, value));
      },
    ),
    { numRuns: 300 },
  );
});

test('reports all problems of a step at once', () => {
  const wrong = { firstName: '<b>Bo</b>', lastName: 'Low', email: 'bo@low', phone: '123' };
  expect(Object.keys(findProblems(['firstName', 'lastName', 'email', 'phone'], wrong))).toEqual([
    'firstName',
    'email',
    'phone',
  ]);
  expect(findProblems(['city', 'state'], {})).toEqual({
    city: { key: 'required' },
    state: { key: 'required' },
  });
});

test('a draft may be incomplete, but rejects values that the form rejects', () => {
  expect(
    applicationDraft.parse({ firstName: 'Wanda', email: '', requestedAmount: '$12,500' }),
  ).toEqual({
    firstName: 'Wanda',
    email: '',
    requestedAmount: '$12,500',
  });
  const nonsense = { firstName: '<b>Bo</b>', email: 'bo@low', phone: '123', requestedAmount: '12' };
  const { error } = applicationDraft.safeParse(nonsense);
  expect(error?.issues.map(({ path }) => path[0])).toEqual(Object.keys(nonsense));
});

test.each([
  ['José', 'José'],
  ['  María  del  Carmen ', 'María del Carmen'],
  // A separately typed accent is combined with its letter.
  ['Mun\u0303oz', 'Muñoz'],
])('keeps a homeowner’s name as typed: %s', (typed, kept) => {
  expect(applicationRules.lastName(typed)).toBeNull();
  expect(applicationForm.shape.lastName.parse(typed)).toBe(kept);
});

test('the monthly budget is optional and has its own range', () => {
  for (const none of ['', '  ', null, undefined])
    expect(applicationForm.shape.monthlyBudget.parse(none)).toBeNull();
  expect(applicationForm.shape.monthlyBudget.parse('$250')).toBe(250);
  expect(applicationRules.monthlyBudget('')).toBeNull();
  expect(applicationRules.monthlyBudget('24')).toEqual({ key: 'amount', min: 25, max: 5000 });
  expect(applicationRules.monthlyBudget('5001')).toEqual({ key: 'amount', min: 25, max: 5000 });
});

test.each(['+1 (512) 555-0147', '512.555.0147', '1-512-555-0147', ' 512 555 0147 '])(
  'accepts a phone number in any usual notation: %s',
  (typed) => {
    expect(applicationRules.phone(typed)).toBeNull();
    expect(applicationForm.shape.phone.parse(typed)).toBe('5125550147');
  },
);
