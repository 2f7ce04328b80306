import { z } from 'zod';
import { staffWith, staffWithAll } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { without } from '../core/step-up.ts';
import { outcome } from '../core/fields.ts';

/** What happens after a contractor signs up and pays. */
export const signUpSettings = z.object({
  /** Staff review sign-ups and create the accounts; otherwise payment creates the account. */
  staffCreateAccounts: z.boolean(),
});
export type SignUpSettings = z.output<typeof signUpSettings>;

export const readSignUpSettings = endpoint({
  name: 'billing.sign-up-settings',
  method: 'GET',
  path: '/sign-up-settings',
  summary: 'Whether staff create the accounts of contractors who sign up and pay',
  access: staffWith(['manage-plans', 'access']),
  response: signUpSettings,
});

export const saveSignUpSettings = endpoint({
  name: 'billing.save-sign-up-settings',
  method: 'POST',
  path: '/sign-up-settings',
  summary: 'Change whether staff create the accounts of contractors who sign up and pay',
  access: staffWithAll(['manage-plans', 'access'], ['manage-settings', 'modify']),
  body: signUpSettings,
  response: outcome.extend({ settings: signUpSettings }),
  noStepUp: without.reversible,
});
