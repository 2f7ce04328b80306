import type { PaymentStatus } from '../billing/tiers.ts';

/** Page sizes for contractors; the default is 25. */
export const contractorPageSizes = [10, 25, 50, 100] as const;

/** Sort orders for contractors. */
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
 * Whether the owner confirmed the account: `Error` when the confirmation e-mail couldn't be
 * delivered.
 */
export const cpActivations = ['Yes', 'No', 'Error'] as const;
export type CpActivation = (typeof cpActivations)[number];

/** The grid's optional columns, in order. The company's name and the row's actions always show. */
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

/** How many views one staff member may save. */
export const maxViews = 50;

/** The status that staff can switch each payment status to. Payments set the others. */
const statusChanges: Record<PaymentStatus, PaymentStatus> = {
  Paid: 'Canceled',
  Unpaid: 'Canceled',
  Renewed: 'Canceled',
  Canceled: 'Renewed',
  Failed: 'Canceled',
};

/** The payment statuses that staff can choose for a contractor: the current one comes first. */
export const statusChoices = (status: PaymentStatus): [PaymentStatus, PaymentStatus] => [
  status,
  statusChanges[status],
];

/** The highest team size staff can set for one contractor. */
export const maxTeamSize = 10;

/** The shortest search for another contractor's plan, in characters. */
export const minPlanSearch = 3;
