import { z } from 'zod';
import { accessTo, anyOf, readAccess, staffWith } from './core/access.ts';
import { endpoint } from './core/endpoint.ts';
import { dollars, instant } from './core/fields.ts';
import { limit } from './core/list.ts';
import { ownContractor } from './core/owner.ts';
import { documentKinds } from './documents/constants.ts';
import { keysOf } from './core/map-values.ts';
import { payoutAccess } from './payouts/access.ts';

/** The privileges for each figure; without them the figure is null. */
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
  summary: "Pending work for staff, limited to the account's privileges",
  access: staffWith(
    ['payout-tax', 'manage_access'],
    ['payouts', 'manage_access'],
    ['manage-contractors', 'access'],
    ['manage-contractors', 'account_create'],
    ['manage-emails', 'access_templates'],
  ),
  response: z.object({
    /** Tax forms to review. */
    w9s: figure,
    /** Payout runs that this account may release. */
    runsToRelease: figure,
    /** Payouts that are due but in no run. */
    duePayouts: figure,
    heldPayouts: figure,
    /** Contractors whose last payment failed. */
    failedPayments: figure,
    /** Contractors who have paid and have no account. */
    accountsToCreate: figure,
    /** Flagged applications without a review. */
    flaggedApplications: figure,
    guaranteeClaims: figure,
    undeliveredEmails: figure,
    /** Homeowners can't apply, because the provider's legal name or its lenders are missing. */
    isClosedToHomeowners: z.boolean(),
  }),
});

/** How many of each kind are shown at first, and after "show more". */
export const todayLimits = [5, 25] as const;
/** Counting stops at this number per kind; then `isMore` is set. */
export const todayCounted = 100;

/** A person who needs attention. */
const toDo = z.object({
  applicationId: z.number(),
  /** Empty when unknown. */
  name: z.string(),
  /** Ten digits, or empty. */
  phone: z.string(),
  /** The best offer, or the approved amount. */
  amount: dollars().nullable(),
  /** When the wait began; for a follow-up, when it was set. */
  since: instant(),
  /** The last day, `yyyy-mm-dd`; for a follow-up, its day. */
  until: z.iso.date().nullable(),
  /** The follow-up's subject. */
  note: z.string(),
});
export type ToDo = z.output<typeof toDo>;

const section = z.object({
  count: z.number().int().nonnegative(),
  isMore: z.boolean(),
  items: z.array(toDo),
});

/** A contractor's to-do list, most urgent first. */
const toDos = z.object({
  /** Follow-ups that are due. */
  followUp: section,
  /** A lender waits for information and stops waiting within a week. */
  expiring: section,
  /** The credit is approved, so the work can be scheduled. */
  begin: section,
  /** There are offers, and none is chosen. */
  choose: section,
  /** A lender waits for information, with time left. */
  inform: section,
});
export type ToDos = z.output<typeof toDos>;

/** This month so far compared to last month: dollars by day, starting on the first. */
const month = z.object({
  days: z.array(dollars()),
  /** All days of last month. */
  lastDays: z.array(dollars()),
  soFar: dollars(),
  /** Last month's total up to the same day. */
  lastSoFar: dollars(),
  count: z.number().int().nonnegative(),
  lastCount: z.number().int().nonnegative(),
});
export type MonthSoFar = z.output<typeof month>;

export const readToday = endpoint({
  name: 'dashboard.today',
  method: 'GET',
  path: '/dashboard/today',
  summary: "A contractor's news, today's to-do list, and the month so far",
  access: readAccess('reports-applications'),
  owner: ownContractor,
  query: z.object({ limit: limit(todayLimits, todayLimits[0]) }),
  response: z.object({
    /** Today in the business time zone, `yyyy-mm-dd`. */
    today: z.iso.date(),
    /** Activity since the start of yesterday. */
    news: z.object({
      sent: z.number().int().nonnegative(),
      /** Applications that received offers. */
      offers: z.number().int().nonnegative(),
      funded: z.number().int().nonnegative(),
    }),
    toDo: toDos,
    requested: month,
    funded: month,
  }),
  errors: ['not_found'],
});

/** Days without an answer before an estimate is listed. */
export const unansweredDays = 3;
/** Days that failed texts stay listed. */
export const failedTextDays = 14;

/** A document that needs the contractor's attention, or an undelivered text. */
const deskItem = z.object({
  /** Null for a text with a link to apply, which opens its customer. */
  documentId: z.number().nullable(),
  customerId: z.number().nullable(),
  kind: z.enum(keysOf(documentKinds)).nullable(),
  number: z.number().nullable(),
  /** The customer's name; empty when unknown. */
  name: z.string(),
  /** The amount owed or accepted; null for a link. */
  amount: dollars().nullable(),
  /** When it was viewed, accepted, or failed; null for overdue invoices. */
  since: instant().nullable(),
  /** The due date of an overdue invoice, `yyyy-mm-dd`. */
  until: z.iso.date().nullable(),
  /** Why a text wasn't delivered, if known. */
  reason: z.string(),
});
export type DeskItem = z.output<typeof deskItem>;

const deskSection = section.extend({ items: z.array(deskItem) });

const desk = z.object({
  /** Invoices past their due date, longest overdue first. */
  overdue: deskSection,
  /** Texts with links or documents that failed within 14 days, latest first. */
  failedTexts: deskSection,
  /** Estimates viewed at least 3 days ago without an answer, latest first. */
  unanswered: deskSection,
  /** Accepted estimates without an invoice, latest first. */
  notInvoiced: deskSection,
});
export type Desk = z.output<typeof desk>;

export const readDesk = endpoint({
  name: 'dashboard.desk',
  method: 'GET',
  path: '/dashboard/desk',
  summary:
    "Documents and texts that need the contractor's attention. Sections the caller can't see are empty",
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
  summary: "A new contractor's first steps, and whether it has no application yet",
  access: accessTo('co-branded'),
  owner: ownContractor,
  response: z.object({
    isNew: z.boolean(),
    /** Completed first steps: a co-branded page, its logo, a sent link, a saved flyer. */
    done: z.object({
      page: z.boolean(),
      logo: z.boolean(),
      link: z.boolean(),
      flyer: z.boolean(),
    }),
  }),
  errors: ['not_found'],
});
