import { z } from 'zod';
import { staffWith } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { without } from '../core/step-up.ts';
import { id, instant, outcome } from '../core/fields.ts';
import { limit, listSchema, page, totals } from '../core/list.ts';
import { anyContractor, portalOwned } from '../core/owner.ts';
import { emailPageSizes } from './constants.ts';
import { template, templateForm } from './templates.ts';

const readingTemplates = staffWith(['manage-emails', 'access_templates']);
const changingTemplates = staffWith(['manage-emails', 'modify_templates']);
const byId = z.object({ id: id() });

/** A template's fields for a preview; `usedFor` (the event's id) selects the sample data. */
export const draft = z.object({
  subject: templateForm.shape.subject,
  body: templateForm.shape.body,
  usedFor: id().optional(),
  /** Shows the footer of messages with an unsubscribe link. */
  unsubscribe: templateForm.shape.unsubscribe,
});

/** The position of a template error: line and column start at 1. */
export const templateProblem = z.object({
  field: z.enum(['subject', 'body', 'to', 'bcc']),
  line: z.number(),
  column: z.number(),
  message: z.string(),
});
export type TemplateProblem = z.output<typeof templateProblem>;

export const previewTemplate = endpoint({
  name: 'emails.preview',
  method: 'POST',
  path: '/manage/emails/templates/preview',
  summary: 'Render a template with sample data, or return its errors',
  access: readingTemplates,
  encoding: 'form',
  body: draft,
  response: z.object({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    problem: templateProblem.nullable(),
    /** The sample data that the template can use. */
    sample: z.record(z.string(), z.unknown()),
  }),
  errors: ['busy'],
  noStepUp: without.storesNothing,
});

export const sendTest = endpoint({
  name: 'emails.send-test',
  method: 'POST',
  path: '/manage/emails/templates/test',
  summary: 'Send a draft with sample data to your own address',
  access: changingTemplates,
  encoding: 'form',
  body: draft,
  response: outcome,
  errors: ['busy'],
  limit: { max: 20, seconds: 3600, by: 'account' },
  noStepUp: 'It writes to the address that the caller names, with sample data only.',
});

export const viewTemplate = endpoint({
  name: 'emails.view-template',
  method: 'GET',
  path: '/manage/emails/templates/{id}/view',
  summary: "A template's message with sample data, as a page without scripts",
  access: readingTemplates,
  owner: portalOwned,
  params: byId,
  response: { file: 'text/html' },
  errors: ['not_found', 'busy'],
});

export const templateVersion = z.object({
  version: z.number(),
  subject: z.string(),
  body: z.string(),
  savedAt: instant(),
  savedBy: z.string(),
  /** The version in use. */
  current: z.boolean(),
});

export const listVersions = endpoint({
  name: 'emails.template-versions',
  method: 'GET',
  path: '/manage/emails/templates/{id}/versions',
  summary: "A template's versions, newest first",
  access: readingTemplates,
  owner: portalOwned,
  params: byId,
  query: z.object({ page: page(), limit: limit(emailPageSizes, 25) }),
  response: listSchema(templateVersion),
  errors: ['not_found'],
});

export const restoreVersion = endpoint({
  name: 'emails.restore-version',
  method: 'POST',
  path: '/manage/emails/templates/{id}/versions/{version}/restore',
  summary: 'Restore an earlier subject and body of a template, as a new version',
  access: changingTemplates,
  owner: portalOwned,
  params: z.object({ id: id(), version: id() }),
  response: outcome.extend({ template }),
  errors: ['not_found', 'busy'],
  noStepUp: without.versions,
});

export const failedMessage = z.object({
  id: z.number(),
  event: z.string(),
  to: z.string(),
  failedAt: instant(),
  reason: z.string(),
});

export const listFailed = endpoint({
  name: 'emails.failed',
  method: 'GET',
  path: '/manage/emails/failed',
  summary: 'Messages that could not be delivered, newest first',
  access: readingTemplates,
  query: z.object({ page: page(), limit: limit(emailPageSizes, 25) }),
  response: listSchema(failedMessage).extend(totals),
});

export const retryFailed = endpoint({
  name: 'emails.retry',
  method: 'POST',
  path: '/manage/emails/failed/{id}/retry',
  summary: 'Retry a failed message',
  access: changingTemplates,
  owner: anyContractor,
  params: byId,
  response: outcome,
  errors: ['not_found'],
  noStepUp: 'It sends a message that was meant to go out, to the same address.',
});

export const builtInMessage = z.object({
  id: z.number(),
  event: z.string(),
  to: z.string(),
  madeAt: instant(),
  reason: z.string(),
});

export const listBuiltIn = endpoint({
  name: 'emails.built-in',
  method: 'GET',
  path: '/manage/emails/built-in',
  summary:
    'Messages of the last 30 days sent with the built-in text because their template failed, newest first',
  access: readingTemplates,
  query: z.object({ page: page(), limit: limit(emailPageSizes, 25) }),
  response: listSchema(builtInMessage).extend(totals),
});
