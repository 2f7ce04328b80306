import { z } from 'zod';
import { staffWith, staffWithAll } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { without } from '../core/step-up.ts';
import { outcome } from '../core/fields.ts';

/** What becomes of contractors who sign up by themselves. */
export const signUpSettings = z.object({
  /** Who has paid gets the account at once, without staff. */
  automaticAccounts: z.boolean(),
});
export type SignUpSettings = z.output<typeof signUpSettings>;

export const readSignUpSettings = endpoint({
  name: 'billing.sign-up-settings',
  method: 'GET',
  path: '/sign-up-settings',
  summary: 'Whether contractors who sign up and pay get their account without staff',
  access: staffWith(['manage-plans', 'access']),
  response: signUpSettings,
});

export const saveSignUpSettings = endpoint({
  name: 'billing.save-sign-up-settings',
  method: 'POST',
  path: '/sign-up-settings',
  summary: 'Change whether contractors who sign up and pay get their account without staff',
  access: staffWithAll(['manage-plans', 'access'], ['manage-settings', 'modify']),
  body: signUpSettings,
  response: outcome.extend({ settings: signUpSettings }),
  noStepUp: without.reversible,
});
