import type { ReactNode } from 'react';
import { Alert, Button } from '@mantine/core';
import type { FirstYear, SignUpPlan } from '@lintel/contract/billing-sign-up';
import { brand } from '../../../lib/brand.ts';
import { formatMoney } from '../../../lib/format.ts';
import { IconAlertTriangle, IconLock } from '../../../ui/icons.ts';
import { laterText } from './price-words.ts';
import classes from './sign-up.module.css';

interface Props {
  plan: SignUpPlan;
  referred: boolean;
  busy: boolean;
  /** Why the last try did not go through. */
  failure: string | null;
  /** The field of the referral code. */
  children: ReactNode;
}

/** What is due today and later, and the button. */
export function Summary({ plan, referred, busy, failure, children }: Props) {
  const year = referred ? plan.referred : plan.firstYear;
  const isFree = plan.price === 0;
  return (
    <section className={classes.summary} aria-label="Your order">
      <h2>Your order</h2>
      <Lines plan={plan} year={year} />
      {!isFree && (
        <p className={classes.later}>
          {laterText(year)} Renews each year for {formatMoney(plan.price)} until you end it.
        </p>
      )}
      {children}
      {failure !== null && (
        <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert">
          {failure}
        </Alert>
      )}
      <Button type="submit" size="md" fullWidth loading={busy}>
        {isFree ? 'Get started for free' : `Pay ${formatMoney(year.today)} and get started`}
      </Button>
      <SmallPrint isFree={isFree} />
    </section>
  );
}

function Lines({ plan, year }: { plan: SignUpPlan; year: FirstYear }) {
  const off = plan.price - year.total;
  return (
    <dl className={classes.lines}>
      <div>
        <dt>{plan.name}, one year</dt>
        <dd>{formatMoney(plan.price)}</dd>
      </div>
      {off > 0 && (
        <div>
          <dt>Referral discount</dt>
          <dd data-tone="green">−{formatMoney(off)}</dd>
        </div>
      )}
      <div className={classes.today}>
        <dt>Due today</dt>
        <dd>{formatMoney(year.today)}</dd>
      </div>
    </dl>
  );
}

const SmallPrint = ({ isFree }: { isFree: boolean }) => (
  <>
    <p className={classes.terms}>
      By going on you agree to the{' '}
      <a href={brand.links.serviceProviderAgreement} target="_blank" rel="noopener noreferrer">
        Service Provider Agreement
      </a>
      .
    </p>
    {!isFree && (
      <p className={classes.safe}>
        <IconLock size={14} aria-hidden />
        The full card number and the CVC are never stored.
      </p>
    )}
  </>
);
