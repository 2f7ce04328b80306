import { lazy, Suspense } from 'react';
import { Skeleton } from '@mantine/core';
import { CardFields } from '../cards/card-fields.tsx';
import { TestCards } from '../cards/test-cards.tsx';
import type { Offers } from './api/get-plans.ts';
import type { UsedSignUpForm } from './use-sign-up-form.ts';
import classes from './sign-up.module.css';

/** Stripe's code is only for those who are to type a card into it. */
const StripePayment = lazy(() =>
  import('./stripe-payment.tsx').then((module) => ({ default: module.StripePayment })),
);

/** The card of the first payment and of those to come. */
export function PaymentFields({
  used,
  offers: { publishableKey, testCards },
}: {
  used: UsedSignUpForm;
  offers: Offers;
}) {
  return (
    <fieldset className={classes.section}>
      <legend>3. Add your card</legend>
      <div className={classes.card}>
        {publishableKey === null ? (
          <>
            <CardFields used={used} />
            <TestCards cards={testCards} onChoose={(number) => used.setValue('number', number)} />
          </>
        ) : (
          <Suspense
            fallback={<Skeleton height={280} radius="md" role="status" aria-label="Loading…" />}
          >
            <StripePayment used={used} publishableKey={publishableKey} />
          </Suspense>
        )}
      </div>
    </fieldset>
  );
}
