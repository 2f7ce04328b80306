/** Page sizes for plans; the default is 25. */
export const planPageSizes = [10, 25, 50, 75] as const;

/** Sort orders for plans. */
export const planOrders = [
  'id',
  'name',
  'tier',
  'price',
  'installmentIntervalsCount',
  'stripeId',
] as const;
export type PlanOrder = (typeof planOrders)[number];

/**
 * Who is offered a plan: everyone who signs up, only contractors chosen by staff, or no new contractors.
 */
export const planVisibilities = ['public', 'hidden', 'archived'] as const;
export type PlanVisibility = (typeof planVisibilities)[number];

/** The most installments a plan's price can have. */
export const maxInstallments = 24;
