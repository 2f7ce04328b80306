import { z } from 'zod';
import { staffWith } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { instant, messages, outcome } from '../core/fields.ts';
import { limit, listSchema, page } from '../core/list.ts';
import { keysOf, mapValues } from '../core/map-values.ts';
import { changingRules } from '../core/changing-rules.ts';
import { retentionRules } from './constants.ts';

const looking = staffWith(['manage-settings', 'access']);
const kind = z.enum(keysOf(retentionRules));

const parseNumber = (typed: string): number =>
  /^\d{1,4}$/.test(typed) ? Number(typed) : Number.NaN;

const monthFields = mapValues(retentionRules, ({ min, max }) => {
  const range = `Please choose from ${min} to ${max} months.`;
  return z
    .union([z.number(), z.string().trim().min(1).transform(parseNumber)], messages.required)
    .pipe(z.number(range).int(range).min(min, range).max(max, range));
});

/** Months after the last use, by kind. */
export const retentionMonths = z.object(monthFields);

/** The setting and who last changed it; null for the built-in values. */
const stored = z.object({
  months: z.record(kind, z.number()),
  userName: z.string(),
  email: z.string(),
  lastEdit: instant().nullable(),
});
export type RetentionSettings = z.output<typeof stored>;

export const readRetention = endpoint({
  name: 'privacy.retention',
  method: 'GET',
  path: '/manage/retention',
  summary: 'How many months personal data is kept after its last use',
  access: looking,
  response: stored,
});

export const saveRetention = endpoint({
  name: 'privacy.save-retention',
  method: 'POST',
  path: '/manage/retention',
  summary: 'Change how long personal data is kept',
  access: changingRules,
  body: z.object({
    months: retentionMonths,
    /** What the editor started from: a different current value is a conflict. */
    lastEdit: instant().nullable().optional(),
  }),
  response: outcome.extend({ settings: stored }),
  errors: ['conflict'],
  stepUp: true,
});

/** What a run found or removed. */
const part = z.object({ kind, name: z.string(), count: z.number() });
export type RetentionPart = z.output<typeof part>;

export const previewRetention = endpoint({
  name: 'privacy.retention-preview',
  method: 'GET',
  path: '/manage/retention/preview',
  summary: 'What the next nightly run would remove',
  access: looking,
  response: z.object({ at: instant(), parts: z.array(part), total: z.number() }),
});

export const runStates = ['running', 'done', 'failed'] as const;

const run = z.object({
  id: z.number(),
  /** A rehearsal that only counts. */
  dry: z.boolean(),
  state: z.enum(runStates),
  startedAt: instant(),
  endedAt: instant().nullable(),
  /** Who started it; null for the schedule. */
  by: z.string().nullable(),
  parts: z.array(part),
  total: z.number(),
  /** How often it failed and restarted, and the latest reason. */
  failures: z.number(),
  reason: z.string(),
});
export type RetentionRun = z.output<typeof run>;

export const retentionPageSizes = [10, 25, 50] as const;

export const listRetentionRuns = endpoint({
  name: 'privacy.retention-runs',
  method: 'GET',
  path: '/manage/retention/runs',
  summary: 'The runs that removed personal data, and rehearsals, newest first',
  access: looking,
  query: z.object({ page: page(), limit: limit(retentionPageSizes, 10) }),
  response: listSchema(run),
});

export const rehearseRetention = endpoint({
  name: 'privacy.retention-dry-run',
  method: 'POST',
  path: '/manage/retention/dry-run',
  summary:
    'Rehearse the next run: counts what it would remove, and records the result; nothing is removed',
  access: changingRules,
  response: outcome.extend({ run }),
  limit: { max: 10, seconds: 60, by: 'account' },
  noStepUp: 'It deletes nothing.',
});
