import { expect, test } from 'vitest';
import { contactedForm, ownedForm, ownedFormWithoutPlan, updateContractor } from './edit.ts';

const account = {
  plan: '3',
  paymentStatus: 'Paid',
  partnerId: '',
  referralId: '',
  managerId: '',
  mode: 'Auto',
  size: '0',
};
const contact = {
  companyName: 'Harbor',
  firstName: 'Riley',
  lastName: 'Castillo',
  phone: '555-555-0100',
  email: 'riley@example.com',
};
const wrong = (
  schema: {
    safeParse(value: unknown): { error?: { issues: { path: PropertyKey[]; message: string }[] } };
  },
  form: object,
) =>
  Object.fromEntries(
    (schema.safeParse(form).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  );

test('a contractor needs a plan and a payment status [ADM-272] [ADM-273]', () => {
  expect(wrong(ownedForm, { ...account, plan: '', paymentStatus: '' })).toEqual({
    plan: 'This field is required.',
    paymentStatus: 'This field is required.',
  });
  expect(wrong(ownedFormWithoutPlan, { ...account, plan: '' })).toEqual({});
});

test('validates a contact only where the form has one', () => {
  expect(wrong(ownedForm, account)).toEqual({});
  expect(Object.keys(wrong(contactedForm, account))).toEqual([
    'companyName',
    'firstName',
    'lastName',
    'phone',
    'email',
  ]);
  expect(contactedForm.parse({ ...account, ...contact })).toMatchObject({
    plan: 3,
    phone: '5555550100',
    partnerId: null,
  });
});

test('rejects partner and referral together, even along with other mistakes', () => {
  const message = 'Only one of the fields "Referral ID" and "Partner ID" can be filled in';
  expect(wrong(ownedForm, { ...account, partnerId: '1', referralId: '2' })).toEqual({
    referralId: message,
  });
  expect(wrong(ownedForm, { ...account, plan: '', partnerId: '1', referralId: '2' })).toMatchObject(
    { referralId: message },
  );
  expect(wrong(updateContractor.body, { partnerId: 1, referralId: '2' })).toEqual({
    referralId: message,
  });
});

test('a change may include any fields or none, but no empty ids [ADM-276] [ADM-281]', () => {
  expect(updateContractor.body.parse({})).toEqual({});
  expect(updateContractor.body.parse({ maxTeamUsers: null, partnerId: '12' })).toEqual({
    maxTeamUsers: null,
    partnerId: 12,
  });
  // As a form sends it: an empty number means none, so the tier decides.
  expect(
    updateContractor.body.parse({ maxTeamUsers: '', teamUsersConfirmationReceived: 'true' }),
  ).toEqual({
    maxTeamUsers: null,
    teamUsersConfirmationReceived: true,
  });
  expect(updateContractor.body.parse({ maxTeamUsers: '0' })).toEqual({ maxTeamUsers: 0 });
  expect(wrong(updateContractor.body, { maxTeamUsers: '11' })).toEqual({
    maxTeamUsers: 'Please choose a number from 0 to 10.',
  });
  expect(wrong(updateContractor.body, { partnerId: '' })).toEqual({
    partnerId: 'Please use digits only',
  });
});
