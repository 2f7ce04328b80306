/** Page sizes for payments; the default is 5. */
export const paymentPageSizes = [5, 10, 25, 50] as const;

/** Sort orders for payments. */
export const paymentOrders = [
  'number',
  'amount',
  'description',
  'status',
  'createdAt',
  'failureMessage',
] as const;
export type PaymentOrder = (typeof paymentOrders)[number];
