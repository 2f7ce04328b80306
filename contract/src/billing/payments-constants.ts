/** Sizes that a page of payments can have; 5 when nothing is said. */
export const paymentPageSizes = [5, 10, 25, 50] as const;

/** What the list of payments can be sorted by. */
export const paymentOrders = [
  'number',
  'amount',
  'description',
  'status',
  'createdAt',
  'failureMessage',
] as const;
export type PaymentOrder = (typeof paymentOrders)[number];
