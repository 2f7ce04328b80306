import { z } from 'zod';
import { accessTo, anyOf, readingOf, staffWith } from './core/access.ts';
import { endpoint } from './core/endpoint.ts';
import { dollars, instant } from './core/fields.ts';
import { limit } from './core/list.ts';
import { ownContractor } from './core/owner.ts';
import { documentKinds } from './documents/constants.ts';
import { keysOf } from './core/map-values.ts';
import { payoutAccess } from './payouts/access.ts';

/** What each figure asks of the staff account; without it the figure is null. */
export const waitingAccess = {
  w9s: payoutAccess.reviewing,
  runsToRelease: payoutAccess.paying,
  duePayouts: payoutAccess.paying,
  heldPayouts: payoutAccess.reading,
  failedPayments: staffWith(['manage-contractors', 'access']),
  accountsToCreate: staffWith(['manage-contractors', 'account_create']),
  flaggedApplications: staffWith(['manage-contractors', 'access']),
  guaranteeClaims: staffWith(['manage-contractors', 'access']),
  undeliveredEmails: staffWith(['manage-emails', 'access_templates']),
} as const;
export type WaitingKey = keyof typeof waitingAccess;

const figure = z.number().int().nonnegative().nullable();

export const readWaiting = endpoint({
  name: 'dashboard.waiting',
  method: 'GET',
  path: '/manage/waiting',
  summary: 'What waits for staff, by what the account may do',
  access: staffWith(
    ['payout-tax', 'manage_access'],
    ['payouts', 'manage_access'],
    ['manage-contractors', 'access'],
    ['manage-contractors', 'account_create'],
    ['manage-emails', 'access_templates'],
  ),
  response: z.object({
    /** Tax forms to be reviewed. */
    w9s: figure,
    /** Payout runs that this account may release. */
    runsToRelease: figure,
    /** Payouts that are due and in no run. */
    duePayouts: figure,
    heldPayouts: figure,
    /** Contractors whose last payment failed. */
    failedPayments: figure,
    /** Contractors who have paid and have no account. */
    accountsToCreate: figure,
    /** Flagged applications that nobody has reviewed. */
    flaggedApplications: figure,
    guaranteeClaims: figure,
    undeliveredEmails: figure,
    /** Homeowners can't apply, because the provider's legal name or its lenders are missing. */
    isClosedToHomeowners: z.boolean(),
  }),
});

/** Of each kind the first few are shown, or more at a press. */
export const todayLimits = [5, 25] as const;
/** So many of a kind are counted; where there are more, `isMore` says so. */
export const todayCounted = 100;

/** Somebody for whom there is something to do. */
const toDo = z.object({
  applicationId: z.number(),
  /** Empty for who has not said it. */
  name: z.string(),
  /** Ten digits, or empty. */
  phone: z.string(),
  /** The best offer, or what was approved. */
  amount: dollars().nullable(),
  /** Since when it waits; of a follow-up when it was set. */
  since: instant(),
  /** The last day of it, `yyyy-mm-dd`: of a follow-up the day itself. */
  until: z.iso.date().nullable(),
  /** What a follow-up is about. */
  note: z.string(),
});
export type ToDo = z.output<typeof toDo>;

const section = z.object({
  count: z.number().int().nonnegative(),
  isMore: z.boolean(),
  items: z.array(toDo),
});

/** What can be to do for a contractor, the most urgent first. */
const toDos = z.object({
  /** Follow-ups whose day has come. */
  followUp: section,
  /** A lender waits for information, and stops within a week. */
  expiring: section,
  /** The credit is approved: the work can be agreed on. */
  begin: section,
  /** Offers are there, and none is chosen. */
  choose: section,
  /** A lender waits for information, with time left. */
  inform: section,
});
export type ToDos = z.output<typeof toDos>;

/** A month so far beside the one before it: in dollars by day, from the first on. */
const month = z.object({
  days: z.array(dollars()),
  /** All days of the month before. */
  lastDays: z.array(dollars()),
  soFar: dollars(),
  /** The month before until the same day. */
  lastSoFar: dollars(),
  count: z.number().int().nonnegative(),
  lastCount: z.number().int().nonnegative(),
});
export type MonthSoFar = z.output<typeof month>;

export const readToday = endpoint({
  name: 'dashboard.today',
  method: 'GET',
  path: '/dashboard/today',
  summary: 'What is new and what to do today for a contractor, and the month so far',
  access: readingOf('reports-applications'),
  owner: ownContractor,
  query: z.object({ limit: limit(todayLimits, todayLimits[0]) }),
  response: z.object({
    /** Today where the business is, `yyyy-mm-dd`. */
    today: z.iso.date(),
    /** What came in since yesterday began. */
    news: z.object({
      sent: z.number().int().nonnegative(),
      /** Applications that got offers. */
      offers: z.number().int().nonnegative(),
      funded: z.number().int().nonnegative(),
    }),
    toDo: toDos,
    requested: month,
    funded: month,
  }),
  errors: ['not_found'],
});

/** Days without an answer after which an estimate is listed. */
export const unansweredDays = 3;
/** Days that failed texts are listed. */
export const failedTextDays = 14;

/** A document that waits for the contractor, or a text that didn't arrive. */
const deskItem = z.object({
  /** Null for a text with a link to apply: it leads to its customer. */
  documentId: z.number().nullable(),
  customerId: z.number().nullable(),
  kind: z.enum(keysOf(documentKinds)).nullable(),
  number: z.number().nullable(),
  /** The customer's name; empty where it isn't known. */
  name: z.string(),
  /** What is owed or was accepted; null for a link. */
  amount: dollars().nullable(),
  /** When it was viewed, accepted, or failed; null for overdue invoices. */
  since: instant().nullable(),
  /** The due date of an overdue invoice, `yyyy-mm-dd`. */
  until: z.iso.date().nullable(),
  /** Why a text didn't arrive, as far as it's known. */
  reason: z.string(),
});
export type DeskItem = z.output<typeof deskItem>;

const deskSection = section.extend({ items: z.array(deskItem) });

const desk = z.object({
  /** Invoices whose due date has passed, the longest first. */
  overdue: deskSection,
  /** Texts with links and documents that failed within 14 days, the latest first. */
  failedTexts: deskSection,
  /** Estimates that were viewed at least 3 days ago and not answered, the latest first. */
  unanswered: deskSection,
  /** Accepted estimates without an invoice, the latest first. */
  notInvoiced: deskSection,
});
export type Desk = z.output<typeof desk>;

export const readDesk = endpoint({
  name: 'dashboard.desk',
  method: 'GET',
  path: '/dashboard/desk',
  summary:
    "What of documents and texts waits for a contractor. A section that the caller doesn't see is empty",
  access: anyOf(
    ['documents', 'read'],
    ['documents', 'access'],
    ['documents', 'manage_access'],
    ['customers', 'read'],
    ['customers', 'access'],
    ['customers', 'manage_access'],
  ),
  owner: ownContractor,
  query: z.object({ limit: limit(todayLimits, todayLimits[0]) }),
  response: desk,
  errors: ['not_found'],
});

export const readFirstSteps = endpoint({
  name: 'dashboard.first-steps',
  method: 'GET',
  path: '/dashboard/first-steps',
  summary: 'How far a new contractor has come; whether it is new, without any application yet',
  access: accessTo('co-branded'),
  owner: ownContractor,
  response: z.object({
    isNew: z.boolean(),
    /** A co-branded page, its logo, a link that was sent, a flyer that was saved. */
    done: z.object({
      page: z.boolean(),
      logo: z.boolean(),
      link: z.boolean(),
      flyer: z.boolean(),
    }),
  }),
  errors: ['not_found'],
});
