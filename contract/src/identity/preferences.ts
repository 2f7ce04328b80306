import { z } from 'zod';
import { reportColumns } from '../applications/report-columns.ts';
import { signedIn } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { outcome } from '../core/fields.ts';
import { keysOf } from '../core/map-values.ts';
import { without } from '../core/step-up.ts';
import { deskNotices } from '../lender-desk/constants.ts';
import { firstSteps } from './preference-constants.ts';

const columns = [...keysOf(reportColumns), 'stage'] as const;

/** An account's display preferences by key; each value is small and has its own rule. */
export const preferenceRules = {
  /** Columns of the Applications report. */
  'report-columns': z.array(z.enum(columns)).max(columns.length),
  /** The steps that the account has dismissed. */
  'first-steps': z.array(z.enum(firstSteps)).max(firstSteps.length),
  /** The e-mails of a lender's desk that the account doesn't want. */
  'desk-notices-off': z.array(z.enum(deskNotices)).max(deskNotices.length),
} as const;
export type PreferenceKey = keyof typeof preferenceRules;

const preferences = z.object({
  'report-columns': preferenceRules['report-columns'].optional(),
  'first-steps': preferenceRules['first-steps'].optional(),
  'desk-notices-off': preferenceRules['desk-notices-off'].optional(),
});
export type Preferences = z.output<typeof preferences>;

export const readPreferences = endpoint({
  name: 'identity.preferences',
  method: 'GET',
  path: '/user/preferences',
  summary: "The signed-in account's display preferences",
  access: signedIn,
  response: z.object({ data: preferences }),
});

export const savePreference = endpoint({
  name: 'identity.save-preference',
  method: 'POST',
  path: '/user/preferences',
  summary: 'Save one preference of the signed-in account; null removes it',
  access: signedIn,
  body: z.discriminatedUnion('key', [
    z.object({
      key: z.literal('report-columns'),
      value: preferenceRules['report-columns'].nullable(),
    }),
    z.object({ key: z.literal('first-steps'), value: preferenceRules['first-steps'].nullable() }),
    z.object({
      key: z.literal('desk-notices-off'),
      value: preferenceRules['desk-notices-off'].nullable(),
    }),
  ]),
  response: outcome,
  limit: { max: 120, seconds: 60, by: 'account' },
  noStepUp: without.ownView,
});
