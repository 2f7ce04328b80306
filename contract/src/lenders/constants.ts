/**
 * How applications reach a lender: our webhook protocol, a desk where the lender's people work, or
 * the sandbox.
 */
export const connectionKinds = ['webhook', 'desk', 'sandbox'] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

export const connectionNames: Record<ConnectionKind, string> = {
  webhook: 'Webhook',
  desk: 'Lender desk',
  sandbox: 'Sandbox',
};

/** Whether a lender is asked at the same time as others, or in order until one has an offer. */
export const askingModes = ['parallel', 'ordered'] as const;
export type AskingMode = (typeof askingModes)[number];

/** Why a lender doesn't get an application. */
export const skipReasons = [
  'paused',
  'plan',
  'contractor',
  'merchant',
  'state',
  'amount',
  'credit',
  'project',
  'product',
  'details',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** The reasons in staff's words. */
export const skipReasonTexts: Record<SkipReason, string> = {
  paused: 'The lender was paused',
  plan: 'Not offered to the contractor’s plan',
  contractor: 'Not offered to this contractor',
  merchant: 'The contractor has no merchant number with this lender',
  state: 'Doesn’t lend in this state',
  amount: 'Outside the lender’s amounts',
  credit: 'Outside the lender’s credit ratings',
  project: 'Doesn’t finance this project',
  product: 'The page doesn’t accept this lender’s products',
  details: 'The homeowner wasn’t asked for details that the lender needs',
};

/** What became of an application at a lender. */
export const lenderStates = [
  'skipped',
  'waiting',
  'sending',
  'sent',
  'offered',
  'no-offers',
  'declined',
  'timed-out',
  'failed',
] as const;
export type LenderState = (typeof lenderStates)[number];

export const lenderStatuses = ['active', 'paused', 'failing', 'archived'] as const;
export type LenderStatus = (typeof lenderStatuses)[number];

export const lenderOrders = ['position', 'name', 'lastContact'] as const;
export type LenderOrder = (typeof lenderOrders)[number];
export const lenderPageSizes = [25, 50, 100] as const;

/** Lender amounts, in whole dollars. */
export const lenderAmounts = { min: 1, max: 10_000_000 } as const;

/** How long an ordered lender has to answer before the next one is asked, in minutes. */
export const answerMinutes = { min: 1, max: 10_080, default: 30 } as const;

/** Hours that the previous secret stays valid after a rotation. */
export const secretOverlapHours = [0, 1, 24, 72, 168] as const;

/** Someone of a lender: invited, with access to the desk, or without it again. */
export const personStatuses = ['active', 'invited', 'revoked'] as const;
export type PersonStatus = (typeof personStatuses)[number];
export const personOrders = ['name', 'email', 'lastSeen'] as const;
export const personPageSizes = [25, 50, 100] as const;
