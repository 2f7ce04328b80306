import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, outcome } from '../core/fields.ts';
import { payoutAccess } from './access.ts';

/** Payout rules. A threshold applies from its day until a later one's. */
export const payoutSettings = z.object({
  /** Whether runs are prepared automatically; people always release them. */
  automatic: z.boolean(),
  /** Whether the same person may prepare and release a run. */
  onePerson: z.boolean(),
  /** The calendar-year total from which a W-9 is needed, in dollars. */
  thresholds: z
    .array(
      z.object({
        from: z.iso.date('Please enter a date as yyyy-mm-dd.'),
        amount: z
          .number('Please enter an amount such as 600 or 2,000.00.')
          .multipleOf(0.01, 'Enter 2 decimals maximum')
          .positive('Please enter an amount above zero.')
          .max(1_000_000, 'Enter $1,000,000.00 at most.'),
      }),
    )
    .min(1)
    .max(50)
    .refine(
      (all) => new Set(all.map(({ from }) => from)).size === all.length,
      'Use each date once.',
    ),
});
export type PayoutSettings = z.output<typeof payoutSettings>;

/** `savedAt`: the last save; null for the built-in rules. */
const stored = payoutSettings.extend({ savedAt: instant().nullable() });
export type StoredPayoutSettings = z.output<typeof stored>;

export const readPayoutSettings = endpoint({
  name: 'payouts.settings',
  method: 'GET',
  path: '/payout-settings',
  summary: 'Payout rules: who prepares and releases, and from which amount a W-9 is needed',
  access: payoutAccess.reading,
  response: stored,
});

export const savePayoutSettings = endpoint({
  name: 'payouts.save-settings',
  method: 'POST',
  path: '/payout-settings',
  summary: 'Change the payout rules',
  access: payoutAccess.changingRules,
  /** `savedAt` as the caller saw it: rules saved since then are a conflict. */
  body: payoutSettings.extend({ savedAt: stored.shape.savedAt.optional() }),
  response: outcome.extend({ settings: stored }),
  errors: ['conflict'],
  stepUp: true,
});
