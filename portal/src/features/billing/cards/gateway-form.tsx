import { lazy, Suspense } from 'react';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { gatewayQuery } from './api/get-gateway.ts';
import { CardForm } from './card-form.tsx';
import { FormLost } from './form-lost.tsx';
import type { CardFormProps } from './use-card-saving.ts';

/** Stripe's code is only for those who are to type a card into it. */
const StripeCardForm = lazy(() =>
  import('./stripe-card-form.tsx').then((module) => ({ default: module.StripeCardForm })),
);

const loading = <Skeleton height={320} radius="lg" role="status" aria-label="Loading…" />;

/** The form of a card, as the payment gateway takes it. */
export function GatewayForm(props: CardFormProps) {
  const { data: gateway, isError, refetch } = useQuery(gatewayQuery);
  if (isError)
    return (
      <FormLost
        text="This could not be loaded."
        onRetry={() => void refetch()}
        onClose={props.onClose}
      />
    );
  if (gateway === undefined) return loading;
  if (gateway.publishableKey === null) return <CardForm {...props} testCards={gateway.testCards} />;
  return (
    <Suspense fallback={loading}>
      <StripeCardForm {...props} publishableKey={gateway.publishableKey} />
    </Suspense>
  );
}
