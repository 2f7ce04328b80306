/** Sizes that a page of plans can have; 25 when nothing is said. */
export const planPageSizes = [10, 25, 50, 75] as const;

/** What the list of plans can be sorted by. */
export const planOrders = [
  'id',
  'name',
  'tier',
  'price',
  'installmentIntervalsCount',
  'stripeId',
] as const;
export type PlanOrder = (typeof planOrders)[number];

/** Who is offered a plan: everybody who signs up, only whom staff give it to, or nobody new. */
export const planVisibilities = ['public', 'hidden', 'archived'] as const;
export type PlanVisibility = (typeof planVisibilities)[number];

/** In how many installments a plan's price can be paid at most. */
export const maxInstallments = 24;
