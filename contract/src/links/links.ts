import { z } from 'zod';
import { amountRange } from '../applications/constants.ts';
import { optionalAmount } from '../applications/form.ts';
import { accessTo, anonymous, viewAccess, staffWith, staffWithAll } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { without } from '../core/step-up.ts';
import {
  dollars,
  email,
  id,
  instant,
  messages,
  optionalPhone,
  optionalText,
  orEmpty,
  outcome,
  wholeNumber,
} from '../core/fields.ts';
import { languages } from '../core/language.ts';
import { keysOf } from '../core/map-values.ts';
import { limit, listSchema, page } from '../core/list.ts';
import {
  anyContractor,
  bySecret,
  customerAt,
  inBody,
  inQuery,
  portalOwned,
  optionalCustomerAt,
  optionalPageAt,
  ownContractor,
  sentLinkAt,
} from '../core/owner.ts';
import { customerLimits } from '../customers/constants.ts';
import {
  isMessage,
  linkChannels,
  linkPageSizes,
  linksADay,
  reminderStates,
  linkStates,
  sendProblems,
  sendStates,
} from './constants.ts';

const seeing = viewAccess('customers');
const sending = accessTo('customers');

/** A link's recipient, channel, and prefilled values. */
const linkInput = z.object({
  /** The contractor's customer; without one, the name with a phone or an e-mail creates one. */
  customerId: id().optional(),
  name: optionalText(customerLimits.name).default(''),
  phone: optionalPhone().default(''),
  email: orEmpty(email(customerLimits.email)).default(''),
  channel: z.enum(linkChannels),
  /** In dollars; may be empty. */
  amount: optionalAmount(amountRange),
  /** The co-branded page it opens; defaults to the first. */
  pageId: id().optional(),
  language: z.enum(languages).default('en'),
});

const sendOwner = [
  ownContractor,
  optionalCustomerAt(inBody('customerId')),
  optionalPageAt(inBody('pageId')),
] as const;

/** What the dialog needs before a customer is chosen. */
export const readLinkOptions = endpoint({
  name: 'links.options',
  method: 'GET',
  path: '/links/options',
  summary: 'What a link can include, and how many messages can still be sent today',
  access: seeing,
  owner: ownContractor,
  response: z.object({
    pages: z.array(z.object({ id: z.number(), name: z.string() })),
    /** Whether the plan allows sending links. */
    maySend: z.boolean(),
    /** Whether text messages are configured. */
    texts: z.boolean(),
    aDay: z.number(),
    left: z.number(),
  }),
});

export const previewLink = endpoint({
  name: 'links.preview',
  method: 'POST',
  path: '/links/preview',
  summary: "A preview of the message, when it would be sent, and why it can't be",
  access: sending,
  owner: sendOwner,
  body: linkInput,
  response: z.object({
    /** The text message with a sample link; empty for other channels. */
    words: z.string(),
    segments: z.number(),
    /** When a text is sent if it is night in the recipient's time zone; null for immediately. */
    leavesAt: instant().nullable(),
    problem: z.enum(keysOf(sendProblems)).nullable(),
  }),
  errors: ['not_found'],
  limit: { max: 120, seconds: 60, by: 'account' },
});

/** A link in its customer's list. */
export const sentLink = z.object({
  id: z.number(),
  customerId: z.number(),
  channel: z.enum(linkChannels),
  state: z.enum(linkStates),
  /** In dollars. */
  amount: dollars().nullable(),
  pageName: z.string(),
  /** The recipient's phone number or address; empty for other channels. */
  to: z.string(),
  by: z.string(),
  createdAt: instant(),
  sentAt: instant().nullable(),
  deliveredAt: instant().nullable(),
  openedAt: instant().nullable(),
  opens: z.number(),
  startedAt: instant().nullable(),
  submittedAt: instant().nullable(),
  /** Null for callers who can't see applications, like `startedAt` and `submittedAt`. */
  applicationId: z.number().nullable(),
  canceledAt: instant().nullable(),
  expiresAt: instant(),
  /** The latest message's state. */
  sendState: z.enum(sendStates),
  /** When a delayed message is sent; null otherwise. */
  leavesAt: instant().nullable(),
  /** Why it wasn't delivered, or not yet. */
  reason: z.string(),
  /** The recipient has opted out of texts since then. */
  stopped: z.boolean(),
  sends: z.number(),
  reminder: z.enum(reminderStates),
  remindsAt: instant().nullable(),
  reminderReason: z.string(),
  mayResend: z.boolean(),
  mayCancel: z.boolean(),
});
export type SentLink = z.output<typeof sentLink>;

const shown = z.object({
  link: sentLink,
  /** The link's address, to show or share; null when a message carries it. */
  address: z.string().nullable(),
  /** The address as a QR code: an SVG in a `data:` URL. */
  qr: z.string().nullable(),
  message: z.string(),
});

const refusals = ['not_found', 'plan_required', 'link_refused', 'link_limit'] as const;

export const sendLink = endpoint({
  name: 'links.send',
  method: 'POST',
  path: '/links',
  summary: 'Send or create a link to apply for a customer',
  access: sending,
  owner: sendOwner,
  body: linkInput
    .extend({
      /** For a text: the contractor confirms that the customer requested it. */
      asked: z.boolean().default(false),
      /** Sends a reminder after two days unless the link was opened. */
      remind: z.boolean().default(false),
    })
    .superRefine(({ customerId, name, phone, email: address, channel, asked }, context) => {
      const wrong = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message });
      if (customerId === undefined) {
        if (name === '') wrong('name', messages.required);
        if (channel === 'text' && phone === '') wrong('phone', messages.required);
        if (channel === 'email' && address === '') wrong('email', messages.required);
        if (!isMessage(channel) && phone === '' && address === '')
          wrong('phone', 'Please enter a phone number or an e-mail address.');
      }
      if (channel === 'text' && !asked)
        wrong('asked', 'Please confirm that the customer asked for the text.');
    }),
  response: shown,
  errors: refusals,
  limit: { max: 60, seconds: 60, by: 'account' },
  idempotent: true,
});

export const resendLink = endpoint({
  name: 'links.resend',
  method: 'POST',
  path: '/links/{id}/resend',
  summary: "Resend a link's message",
  access: sending,
  owner: [ownContractor, sentLinkAt('id')],
  params: z.object({ id: id() }),
  body: z.object({ asked: z.boolean().default(false) }),
  response: shown,
  errors: [...refusals, 'link_closed'],
  limit: { max: 60, seconds: 60, by: 'account' },
  idempotent: true,
});

export const cancelLink = endpoint({
  name: 'links.cancel',
  method: 'POST',
  path: '/links/{id}/cancel',
  summary: 'Cancel a link. Canceling it again changes nothing',
  access: sending,
  owner: [ownContractor, sentLinkAt('id')],
  params: z.object({ id: id() }),
  response: outcome.extend({ link: sentLink }),
  errors: ['not_found'],
  limit: { max: 120, seconds: 60, by: 'account' },
});

export const listLinks = endpoint({
  name: 'links.list',
  method: 'GET',
  path: '/links',
  summary: "A customer's sent links, newest first",
  access: seeing,
  owner: [ownContractor, customerAt(inQuery('customerId'))],
  query: z.object({ customerId: id(), page: page(), limit: limit(linkPageSizes, 10) }),
  response: listSchema(sentLink),
  errors: ['not_found'],
});

const day = () => orEmpty(z.iso.date('Please enter a date as yyyy-mm-dd.')).default('');

export const countLinks = endpoint({
  name: 'links.counts',
  method: 'GET',
  path: '/links/counts',
  summary: "The results of a period's links, by channel",
  access: seeing,
  owner: ownContractor,
  query: z.object({ from: day(), to: day() }),
  response: z.object({
    channels: z.array(
      z.object({
        channel: z.enum(linkChannels),
        sent: z.number(),
        /** Only the SMS provider reports delivery; null for other channels. */
        delivered: z.number().nullable(),
        opened: z.number(),
        /** Null for callers who can't see applications. */
        started: z.number().nullable(),
        submitted: z.number().nullable(),
      }),
    ),
  }),
});

/** Prefills the form with what the sender knew, as far as the form accepts it. */
export const openLink = endpoint({
  name: 'links.open',
  method: 'POST',
  path: '/homeowner/links/{code}/open',
  summary: "A sent link's prefilled values; records that it was opened",
  access: anonymous,
  owner: bySecret,
  params: z.object({ code: z.string().max(40) }),
  body: z.object({ pageId: id() }),
  response: z.object({
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string(),
    email: z.string(),
    requestedAmount: z.string(),
  }),
  errors: ['not_found'],
  limit: { max: 30, seconds: 60, by: 'address' },
});

const stored = z.object({
  aDay: wholeNumber(
    z
      .number()
      .int()
      .min(0, 'Please enter a number that is not negative.')
      .max(linksADay.max, `Please enter ${linksADay.max.toLocaleString('en-US')} at most.`),
  ),
});
const withState = stored.extend({
  savedAt: instant().nullable(),
  email: z.string(),
});

export const readLinkSettings = endpoint({
  name: 'links.settings',
  method: 'GET',
  path: '/manage/link-settings',
  summary: 'The daily limit of link messages per contractor',
  access: staffWith(['manage-settings', 'access']),
  response: withState,
});

export const saveLinkSettings = endpoint({
  name: 'links.save-settings',
  method: 'POST',
  path: '/manage/link-settings',
  summary: 'Change the daily limit of link messages per contractor',
  access: staffWith(['manage-settings', 'modify']),
  owner: portalOwned,
  /** `savedAt` as the caller saw it: a number saved since then is a conflict. */
  body: stored.extend({ savedAt: withState.shape.savedAt.optional() }),
  response: outcome,
  errors: ['conflict'],
  noStepUp: without.reversible,
});

/** One contractor's limit: a number from 0, or null for the general limit. */
const ownLimit = z.object({ aDay: z.union([z.null(), stored.shape.aDay]) });
const byContractor = z.object({ id: id() });

export const readLinkLimit = endpoint({
  name: 'links.contractor-limit',
  method: 'GET',
  path: '/manage/contractor/{id}/links-a-day',
  summary: "One contractor's daily limit of link messages",
  access: staffWith(['manage-contractors', 'access']),
  owner: anyContractor,
  params: byContractor,
  response: ownLimit.extend({
    /** The limit for contractors without their own. */
    ofAll: z.number(),
    savedAt: instant().nullable(),
    email: z.string(),
  }),
  errors: ['not_found'],
});

export const saveLinkLimit = endpoint({
  name: 'links.save-contractor-limit',
  method: 'POST',
  path: '/manage/contractor/{id}/links-a-day',
  summary: "Set or remove one contractor's own daily limit of link messages",
  access: staffWithAll(['manage-contractors', 'access'], ['manage-contractors', 'plan_modify']),
  owner: anyContractor,
  params: byContractor,
  /** `savedAt` as the caller saw it: a number saved since then is a conflict. */
  body: ownLimit.extend({ savedAt: instant().nullable().optional() }),
  response: outcome,
  errors: ['not_found', 'conflict'],
  noStepUp: without.reversible,
});
