/** Replaces a person's name after removal, including in reports and exports. */
export const removedPerson = 'Personal data removed';

interface RetentionRule {
  label: string;
  /** What is removed, and when the period starts. */
  help: string;
  /** Months: the default and the allowed range. */
  standard: number;
  min: number;
  max: number;
}

/**
 * How long data is kept after its last use, in the screen's order. The minimum is what the product,
 * a contract, or the law needs.
 */
const rules = {
  applications: {
    label: 'Applications',
    help: 'Sent applications, counted from their last event. Amounts, offers, dates, and the state stay for the reports; the homeowner is removed.',
    standard: 24,
    min: 13,
    max: 84,
  },
  details: {
    label: 'Applicant details for lenders',
    help: 'Home address, date of birth, income, housing, employment, and the end of the Social Security number, where a lender needs them. They are removed at once when the application ends or is funded; otherwise counted from the last activity of the homeowner or a lender.',
    standard: 1,
    min: 1,
    max: 6,
  },
  drafts: {
    label: 'Applications never sent',
    help: 'Forms that a homeowner started but didn’t send, counted from the day they were started.',
    standard: 6,
    min: 1,
    max: 24,
  },
  consents: {
    label: 'Consents',
    help: 'What homeowners agreed to, when, from which address, and with which text, counted from the last consent or withdrawal. It is kept as proof for as long as claims are possible (15 USC 1681p, 28 USC 1658), even after the homeowner is removed from the application.',
    standard: 60,
    min: 60,
    max: 84,
  },
  notices: {
    label: 'Adverse action notices',
    help: 'Notices to declined homeowners, with the reasons and credit scores, counted from when they were sent (12 CFR 1002.12(b)). That a notice was sent, and when, stays.',
    standard: 25,
    min: 25,
    max: 84,
  },
  customers: {
    label: 'Customers',
    help: 'Contractors’ records about their customers, counted from the customer’s last event. The fact that there was a customer, and when, stays.',
    standard: 60,
    min: 24,
    max: 120,
  },
  documents: {
    label: 'Invoices and accepted estimates',
    help: 'The customer on sent invoices and accepted estimates, with their PDFs, counted from the last event. Contractors need them for taxes. Numbers, amounts, and dates stay.',
    standard: 84,
    min: 84,
    max: 120,
  },
  'document-drafts': {
    label: 'Drafts and unaccepted estimates',
    help: 'The customer on drafts, and on declined, voided, or unanswered estimates, with their PDFs, counted from the last event.',
    standard: 24,
    min: 6,
    max: 84,
  },
  emails: {
    label: 'E-mail data',
    help: 'Addresses, subjects, and texts of messages, counted from when they were sent or finally failed. The fact that a message was sent stays.',
    standard: 12,
    min: 3,
    max: 36,
  },
  'access-logs': {
    label: 'Logs of access',
    help: 'Network addresses and devices of sign-ins, and e-mailed links, counted from the last use.',
    standard: 12,
    min: 3,
    max: 36,
  },
  files: {
    label: 'Files',
    help: 'Tax forms replaced by a newer form, with their files, counted from the replacement. Other unused files are removed within days.',
    standard: 84,
    min: 84,
    max: 120,
  },
  requests: {
    label: 'Privacy requests',
    help: 'The e-mail address of a homeowner who asked for a copy or for deletion, counted from the answer.',
    standard: 24,
    min: 24,
    max: 60,
  },
} as const satisfies Record<string, RetentionRule>;

export type RetentionKind = keyof typeof rules;

/** The rules as a generic record. */
export const retentionRules: Readonly<Record<RetentionKind, RetentionRule>> = rules;

/** What is kept regardless of these settings, and why. */
export const keptByLaw = [
  {
    what: 'Payouts, commissions and payments',
    why: 'Amounts, dates and the contractor: at least seven years, for taxes.',
  },
  {
    what: 'W-9 forms',
    why: 'The current form, and each older one for seven years after it was replaced.',
  },
  {
    what: 'Ledger and audit log',
    why: 'Entries are never changed or removed: they are the proof of what was done.',
  },
  {
    what: 'Unsubscribed addresses',
    why: 'Kept for as long as we send e-mail, so that no one is e-mailed again by mistake.',
  },
] as const;

/** Why an application's personal data can't be removed yet. */
export const holdReasons = {
  open: 'The application is still in progress with a lender.',
  claim: 'It is part of a guarantee claim that has not been decided.',
  commission: 'A commission for it has not been paid out yet.',
  notice: 'The law requires a notice about it that has not been sent yet.',
} as const;
export type HoldReason = keyof typeof holdReasons;

/** What a homeowner can request. */
export const requestKinds = { copy: 'Copy of the data', deletion: 'Deletion' } as const;
export type RequestKind = keyof typeof requestKinds;

/** The states of a request after its e-mail address is verified. */
export const requestStates = {
  open: 'Open',
  fulfilled: 'Fulfilled',
  rejected: 'Rejected',
} as const;
export type RequestState = keyof typeof requestStates;

/**
 * The deadline to answer a request, in days, and the length of its single extension (CCPA
 * 1798.130).
 */
export const answerDays = 45;
/** Staff are notified this many days before the deadline. */
export const warningDays = 7;
/** How long the verification link works, in hours, and the link to a copy, in days. */
export const proofHours = 24;
export const copyDays = 14;
