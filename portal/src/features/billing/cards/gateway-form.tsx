import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '@mantine/core';
import * as m from '#messages';
import { CardFields } from './card-fields.tsx';
import { CardFrame, LoadFailed } from './card-frame.tsx';
import { TestCards, type Gateway, gatewayQuery } from './test-cards.tsx';
import { useCardForm, type CardFormProps } from './use-card-saving.ts';

/** A card typed into the portal's own form; for the sandbox only. */
function CardForm({ testCards, ...props }: CardFormProps & Pick<Gateway, 'testCards'>) {
  const used = useCardForm(props);
  return (
    <CardFrame {...props} {...used}>
      <CardFields used={used} />
      <TestCards cards={testCards} onChoose={(number) => used.setValue('number', number)} />
    </CardFrame>
  );
}

/** Load Stripe's code only for users who enter a card. */
const StripeCardForm = lazy(() =>
  import('./stripe-card-form.tsx').then((module) => ({ default: module.StripeCardForm })),
);

const loading = <Skeleton height={320} radius="lg" role="status" aria-label={m.common_loading()} />;

/** The card form of the configured payment gateway. */
export function GatewayForm(props: CardFormProps) {
  const { data: gateway, isError, refetch } = useQuery(gatewayQuery);
  if (isError)
    return (
      <LoadFailed
        text={m.common_loadFailed()}
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
