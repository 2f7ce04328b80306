import { z } from 'zod';
import { readingOf, staffWith } from './core/access.ts';
import { endpoint } from './core/endpoint.ts';
import { dollars, instant } from './core/fields.ts';
import { limit } from './core/list.ts';
import { ownContractor } from './core/owner.ts';
import { payoutAccess } from './payouts/access.ts';

/** What each figure asks of the staff account; without it the figure is null. */
export const waitingAccess = {
  w9s: payoutAccess.reviewing,
  runsToRelease: payoutAccess.paying,
  heldPayouts: payoutAccess.reading,
  failedPayments: staffWith(['manage-contractors', 'access']),
  accountsToCreate: staffWith(['manage-contractors', 'account_create']),
  flaggedApplications: staffWith(['manage-contractors', 'access']),
  guaranteeClaims: staffWith(['manage-contractors', 'access']),
  undeliveredEmails: staffWith(['manage-emails', 'access_templates']),
} as const;
export type WaitingKey = keyof typeof waitingAccess;

/** Flagged applications are new for so many days. */
export const flaggedDays = 30;

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
    heldPayouts: figure,
    /** Contractors whose last payment failed. */
    failedPayments: figure,
    /** Contractors who have paid and have no account. */
    accountsToCreate: figure,
    /** Of the last 30 days. */
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
