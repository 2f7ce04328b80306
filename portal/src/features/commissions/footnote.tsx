import type { Tier } from '@lintel/contract/billing';
import classes from './commissions.module.css';

/** What the report shows, and when the money comes. */
export const Footnote = ({ tier }: { tier: Tier | null }) => (
  <div className={classes.footnote} role="note" aria-label="About this report">
    <p>
      This report is not real-time. It shows commissions from the past 2 years. Each month,
      commissions are calculated for funded deals that were verified in the prior month.
      {tier === 'Concierge' && ' With the Concierge plan you earn referral and partner bonuses.'}
    </p>
    <p>
      Commissions are paid on or after the 21st-25th of each month by direct deposit through a
      payment service.
    </p>
  </div>
);
