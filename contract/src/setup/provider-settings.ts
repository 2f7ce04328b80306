import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, outcome } from '../core/fields.ts';
import { portalOwned } from '../core/owner.ts';
import { changingSetup, readingSetup } from './access.ts';
import { settingGroupNames, settingNames } from './settings.ts';

const setting = z.object({
  name: z.enum(settingNames),
  /** The effective value; null when it isn't set, and for secrets. */
  value: z.string().nullable(),
  isSet: z.boolean(),
  /** The end of a secret that is customarily identified by it. */
  lastFour: z.string().nullable(),
  /** Where the effective value comes from. Values from the environment can't be changed here. */
  source: z.enum(['default', 'portal', 'environment']),
});
export type ShownSetting = z.output<typeof setting>;

const group = z.object({
  group: z.enum(settingGroupNames),
  /** Grows with each change. */
  version: z.number(),
  /** Why the stored values aren't in use; empty when they are. */
  problem: z.string(),
  settings: z.array(setting),
  /** The last change; null before the first one. */
  lastEdit: instant().nullable(),
  lastEditor: z.string(),
});
export type ShownGroup = z.output<typeof group>;

export const readProviderSettings = endpoint({
  name: 'setup.settings',
  method: 'GET',
  path: '/manage/setup/settings',
  summary: 'The settings that can be changed here, without the values of secrets',
  access: readingSetup,
  response: z.object({ groups: z.array(group) }),
});

export const saveProviderSettings = endpoint({
  name: 'setup.save-settings',
  method: 'POST',
  path: '/manage/setup/settings/{group}',
  summary: 'Change a group of settings, for all processes at once',
  access: changingSetup,
  owner: portalOwned,
  params: z.object({ group: z.enum(settingGroupNames) }),
  body: z.object({
    /** Omitted settings stay as they are; an empty text clears a setting. */
    values: z.partialRecord(z.enum(settingNames), z.string().trim().max(1000)),
    /** The version that the editor started from. */
    version: z.number().int().min(0),
  }),
  response: outcome.extend({ group }),
  errors: ['conflict'],
  stepUp: true,
});
