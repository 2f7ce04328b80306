export const tiers = ['Pro', 'Self', 'Concierge', 'Brand', 'Free', 'Test'] as const;
export type Tier = (typeof tiers)[number];

export const paymentStatuses = ['Paid', 'Unpaid', 'Renewed', 'Canceled', 'Failed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/**
 * What a plan opens on a co-branded page: Funding Designation Agreement and home equity line of
 * credit.
 */
export const opportunities = ['FDA', 'HELOC'] as const;
export type Opportunity = (typeof opportunities)[number];
