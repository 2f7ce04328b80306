import type { DocumentKind, DocumentStatus } from './constants.ts';

/**
 * The life of a document: draft → sent → viewed, then accepted or declined and turned into an
 * invoice (estimates), or partly paid and paid (invoices). Documents are voided instead of deleted.
 */
export const documentActions = [
  'save',
  'delete',
  'send',
  'view',
  'accept',
  'decline',
  'invoice',
  'pay',
  'void',
  'copy',
] as const;
export type DocumentAction = (typeof documentActions)[number];

const actions: Record<DocumentKind, Record<DocumentStatus, readonly DocumentAction[]>> = {
  estimate: {
    draft: ['save', 'delete', 'send', 'copy'],
    sent: ['save', 'send', 'view', 'accept', 'decline', 'void', 'copy'],
    viewed: ['save', 'send', 'accept', 'decline', 'void', 'copy'],
    // Saving starts a change order: once sent, it needs a new signature. Payments are the deposit.
    accepted: ['save', 'send', 'invoice', 'pay', 'void', 'copy'],
    declined: ['save', 'send', 'void', 'copy'],
    invoiced: ['copy'],
    part_paid: [],
    paid: [],
    void: ['copy'],
  },
  invoice: {
    draft: ['save', 'delete', 'send', 'copy'],
    sent: ['save', 'send', 'view', 'pay', 'void', 'copy'],
    viewed: ['save', 'send', 'pay', 'void', 'copy'],
    part_paid: ['save', 'send', 'pay', 'copy'],
    paid: ['send', 'copy'],
    accepted: [],
    declined: [],
    invoiced: [],
    void: ['copy'],
  },
};

export interface LifecycleState {
  kind: DocumentKind;
  status: DocumentStatus;
}

export const mayBe = ({ kind, status }: LifecycleState, action: DocumentAction): boolean =>
  actions[kind][status].includes(action);

export const canBeFinanced = (status: DocumentStatus): boolean =>
  !['void', 'paid', 'declined', 'invoiced'].includes(status);

export interface Dated extends LifecycleState {
  /** `yyyy-mm-dd`, or null. */
  dueOn: string | null;
  validUntil: string | null;
}

/** Whether an unpaid invoice was due before `today`, `yyyy-mm-dd` in the business time zone. */
export const isOverdue = ({ kind, status, dueOn }: Dated, today: string): boolean =>
  kind === 'invoice' && unpaid.some((one) => one === status) && dueOn !== null && dueOn < today;

/** Whether an unanswered estimate can no longer be accepted: its last day was before `today`. */
export const isExpired = ({ kind, status, validUntil }: Dated, today: string): boolean =>
  kind === 'estimate' &&
  unanswered.some((one) => one === status) &&
  validUntil !== null &&
  validUntil < today;

/** Invoices waiting for payment, and estimates waiting for an answer. */
export const unpaid = ['sent', 'viewed', 'part_paid'] as const satisfies readonly DocumentStatus[];
export const unanswered = ['sent', 'viewed'] as const satisfies readonly DocumentStatus[];

/** The status of a sent invoice, by its payments. */
export function statusByPayments({
  paidCents,
  totalCents,
  isViewed,
}: {
  paidCents: number;
  totalCents: number;
  isViewed: boolean;
}): DocumentStatus {
  if (paidCents >= totalCents && (paidCents > 0 || totalCents <= 0)) return 'paid';
  if (paidCents > 0) return 'part_paid';
  return isViewed ? 'viewed' : 'sent';
}
