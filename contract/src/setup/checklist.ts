import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, outcome, phone, text } from '../core/fields.ts';
import { portalOwned } from '../core/owner.ts';
import { changingSetup, readingSetup } from './access.ts';
import { setupStepNames } from './steps.ts';

const check = z.object({
  ok: z.boolean(),
  /** What happened, in one sentence. */
  message: z.string(),
  at: instant(),
  by: z.string(),
});

/** A check as it is stored, next to its time and account. */
export const storedCheck = check.pick({ ok: true, message: true });

const step = z.object({
  step: z.enum(setupStepNames),
  state: z.enum(['done', 'attention', 'not-started', 'optional']),
  /** What is left to do, one sentence each. */
  problems: z.array(z.string()),
  /** What is still simulated, one sentence each. */
  testMode: z.array(z.string()),
  /** The last check; null before the first one. */
  check: check.nullable(),
});
export type ChecklistStep = z.output<typeof step>;

const checklist = z.object({
  isOpen: z.boolean(),
  /** Why someone paused it; empty otherwise. */
  reason: z.string(),
  /** Every required step is done. */
  canOpen: z.boolean(),
  steps: z.array(step),
});
export type Checklist = z.output<typeof checklist>;

export const readChecklist = endpoint({
  name: 'setup.checklist',
  method: 'GET',
  path: '/manage/setup',
  summary: 'The steps of setting up, with what is left to do',
  access: readingSetup,
  response: checklist,
});

export const checkStep = endpoint({
  name: 'setup.check',
  method: 'POST',
  path: '/manage/setup/steps/{step}/check',
  summary: 'Try a step for real, within ten seconds',
  access: changingSetup,
  owner: portalOwned,
  params: z.object({ step: z.enum(setupStepNames) }),
  body: z.object({ phone: phone().optional() }),
  response: z.object({ checklist }),
  errors: ['conflict'],
  limit: { max: 20, seconds: 600, by: 'account' },
  noStepUp: 'It changes no setting. Its message goes to the account’s own address or one phone.',
});

export const openToPublic = endpoint({
  name: 'setup.open',
  method: 'POST',
  path: '/manage/setup/open',
  summary: 'Go live: let contractors sign up and homeowners apply',
  access: changingSetup,
  response: outcome.extend({ checklist }),
  errors: ['conflict'],
  stepUp: true,
});

export const pauseForPublic = endpoint({
  name: 'setup.pause',
  method: 'POST',
  path: '/manage/setup/pause',
  summary: 'Pause new sign-ups and applications; everything else keeps working',
  access: changingSetup,
  body: z.object({ reason: text(200) }),
  response: outcome.extend({ checklist }),
  stepUp: true,
});

export const readInstallation = endpoint({
  name: 'setup.installation',
  method: 'GET',
  path: '/installation',
  summary: 'An id that tells this installation from others',
  access: { kind: 'anonymous' },
  response: z.object({ id: z.string() }),
  limit: { max: 120, seconds: 60, by: 'address' },
});
