import { z } from 'zod';
import { staffWith } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { without } from '../core/step-up.ts';
import { id, instant, outcome, phone } from '../core/fields.ts';
import { cursorFields, filters, limit, listSchema, page, totals } from '../core/list.ts';
import { anyContractor, portalOwned } from '../core/owner.ts';
import { stopSources, textPageSizes, textStatuses } from './constants.ts';

const reading = staffWith(['manage-emails', 'access_templates']);
const retrying = staffWith(['manage-emails', 'modify_templates']);
const stopStaff = staffWith(['manage-emails', 'access_unsubscribers']);

const paging = { page: page(), limit: limit(textPageSizes, 25) };

export const textMessage = z.object({
  id: z.number(),
  contractor: z.string(),
  /** The subject, as staff know it. */
  about: z.string(),
  /** `(303) 555-0110`; empty after the number's removal. */
  to: z.string(),
  status: z.enum(textStatuses),
  segments: z.number(),
  encoding: z.string(),
  madeAt: instant(),
  /** The earliest time to send it, while it waits for the morning or a retry. */
  dueAt: instant().nullable(),
  reason: z.string(),
  /** It can be sent again. */
  retriable: z.boolean(),
});
export type TextMessage = z.output<typeof textMessage>;

export const listTexts = endpoint({
  name: 'texts.list',
  method: 'GET',
  path: '/manage/texts',
  summary: 'Text messages, newest first',
  access: reading,
  query: z.object({
    ...paging,
    filters: filters({
      to: z.string().trim().max(40).default(''),
      status: z.union([z.literal(''), z.enum(textStatuses)]).default(''),
    }),
    ...cursorFields(),
  }),
  response: listSchema(textMessage).extend(totals),
});

export const retryText = endpoint({
  name: 'texts.retry',
  method: 'POST',
  path: '/manage/texts/{id}/retry',
  summary: 'Retry a text message that the provider rejected',
  access: retrying,
  owner: anyContractor,
  params: z.object({ id: id() }),
  response: outcome,
  errors: ['not_found'],
  noStepUp: 'It sends a message that was meant to go out, to the same number.',
});

export const stoppedNumber = z.object({
  /** The number's digits. */
  id: z.number(),
  number: z.string(),
  since: instant(),
  source: z.enum(stopSources),
});
export type StoppedNumber = z.output<typeof stoppedNumber>;

export const listStopped = endpoint({
  name: 'texts.stopped',
  method: 'GET',
  path: '/manage/texts/stopped',
  summary: 'Phone numbers that receive no text messages, newest first',
  access: stopStaff,
  query: z.object({
    ...paging,
    filters: filters({ number: z.string().trim().max(40).default('') }),
  }),
  response: listSchema(stoppedNumber).extend(totals),
});

export const numberForm = z.object({ number: phone() });

export const stopNumber = endpoint({
  name: 'texts.stop',
  method: 'POST',
  path: '/manage/texts/stopped/stop',
  summary: 'Stop all text messages to a phone number, from any sender',
  access: stopStaff,
  owner: portalOwned,
  encoding: 'form',
  body: numberForm,
  response: outcome,
  noStepUp: without.reversible,
});

export const resumeNumber = endpoint({
  name: 'texts.resume',
  method: 'POST',
  path: '/manage/texts/stopped/resume',
  summary: 'Allow text messages again to a phone number that staff had stopped',
  access: stopStaff,
  owner: portalOwned,
  encoding: 'form',
  body: numberForm,
  response: outcome,
  errors: ['not_found', 'conflict'],
  noStepUp: without.reversible,
});
