import type { PaymentStatus } from '../billing/tiers.ts';

/** Sizes that a page of contractors can have; 25 when nothing is said. */
export const contractorPageSizes = [10, 25, 50, 100] as const;

/** What the list of contractors can be sorted by. */
export const contractorOrders = [
  'hasUser',
  'companyName',
  'firstName',
  'lastName',
  'email',
  'phone',
  'plan',
  'registrationDate',
  'cpActivation',
  'paymentStatus',
  'statusW9',
  'contractorId',
] as const;
export type ContractorOrder = (typeof contractorOrders)[number];

/**
 * Whether the owner has confirmed the account: `Error` when the confirmation e-mail could not be
 * delivered.
 */
export const cpActivations = ['Yes', 'No', 'Error'] as const;
export type CpActivation = (typeof cpActivations)[number];

/**
 * The grid's columns that may be hidden, in their order. The company's name and a row's actions
 * always show.
 */
export const contractorColumns = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'plan',
  'registrationDate',
  'cpActivation',
  'lead',
  'paymentStatus',
  'statusW9',
  'contractorId',
] as const;
export type ContractorColumn = (typeof contractorColumns)[number];

/** How many views one member of staff may keep. */
export const maxViews = 50;

/** What staff may make of a payment status. Payments themselves set the others. */
const statusChanges: Record<PaymentStatus, PaymentStatus> = {
  Paid: 'Canceled',
  Unpaid: 'Canceled',
  Renewed: 'Canceled',
  Canceled: 'Renewed',
  Failed: 'Canceled',
};

/** The payment statuses that staff may choose for a contractor of this one: it itself first. */
export const statusChoices = (status: PaymentStatus): [PaymentStatus, PaymentStatus] => [
  status,
  statusChanges[status],
];

/** How many team users staff may set for one contractor. */
export const maxTeamSize = 10;

/** How many characters a search for another contractor's plan takes at least. */
export const minPlanSearch = 3;
