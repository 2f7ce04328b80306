import { z } from 'zod';
import { staffWith } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { email, foreignInstant, instant, optionalText, outcome } from '../core/fields.ts';
import { filters, limit, listSchema, order, page, totals } from '../core/list.ts';
import { portalOwned, unowned } from '../core/owner.ts';
import {
  emailPageSizes,
  longestMailDetail,
  mailEventsAtOnce,
  undeliverableOrders,
  undeliverableReasons,
} from './constants.ts';
import { addressForm } from './templates.ts';

const unsubscriberStaff = staffWith(['manage-emails', 'access_unsubscribers']);

export const undeliverableAddress = z.object({
  id: z.number(),
  /** Lowercased. */
  email: z.string(),
  reason: z.enum(undeliverableReasons),
  /** The server's explanation; may be empty. */
  detail: z.string(),
  since: instant(),
  last: instant(),
  count: z.number().int().positive(),
});
export type UndeliverableAddress = z.output<typeof undeliverableAddress>;

export const listUndeliverable = endpoint({
  name: 'emails.undeliverable',
  method: 'GET',
  path: '/manage/emails/undeliverable',
  summary: "Addresses that can't receive e-mail, and why",
  access: unsubscriberStaff,
  query: z.object({
    page: page(),
    limit: limit(emailPageSizes, 25),
    order: order(undeliverableOrders, '-last'),
    filters: filters({
      email: z.string().trim().max(250).default(''),
      reason: z.union([z.literal(''), z.enum(undeliverableReasons)]).default(''),
    }),
  }),
  response: listSchema(undeliverableAddress).extend(totals),
});

export const allowAgain = endpoint({
  name: 'emails.allow-again',
  method: 'POST',
  path: '/manage/emails/undeliverable/allow',
  summary: 'Allow e-mail to an address again until the next rejection',
  access: unsubscriberStaff,
  owner: portalOwned,
  encoding: 'form',
  body: addressForm,
  response: outcome,
  errors: ['not_found'],
  noStepUp:
    'It only lets e-mail be tried again: the next bounce reverts it, and the audit log names who did it.',
});

const eventBase = {
  /** The provider's own id of the event. */
  id: z.string().min(1).max(200),
  email: email(255),
  /** The receiving server's explanation. */
  reason: optionalText(longestMailDetail).default(''),
  at: foreignInstant(),
};

export const mailEvent = z.discriminatedUnion('type', [
  /** A bounce that isn't `permanent`, such as a full mailbox, has no effect. */
  z.object({ ...eventBase, type: z.literal('bounced'), permanent: z.boolean() }),
  z.object({ ...eventBase, type: z.literal('complained') }),
]);
export type MailEvent = z.output<typeof mailEvent>;

export const receiveMailEvents = endpoint({
  name: 'emails.mail-events',
  method: 'POST',
  path: '/integrations/mail/events',
  summary:
    'Bounces and complaints from the e-mail provider. Header `Lintel-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. 404 without `MAIL_WEBHOOK_SECRET`',
  access: { kind: 'signature', by: 'mail' },
  owner: unowned('The signature of the e-mail provider decides.'),
  body: z.object({ events: z.array(mailEvent).min(1).max(mailEventsAtOnce) }),
  response: z.object({
    received: z.literal(true),
    /** How many of the events were already known. */
    duplicates: z.number().int().nonnegative(),
  }),
  errors: ['not_found', 'unauthorized'],
});
