import { useComputedColorScheme } from '@mantine/core';
import { Elements } from '@stripe/react-stripe-js';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { stripeScript, useStripeCard } from './use-stripe-card.ts';
import { CardFrame, LoadFailed } from './card-frame.tsx';
import { HolderFields } from './card-fields.tsx';
import { StripeFields } from './stripe-fields.tsx';
import type { CardFormProps } from './use-card-saving.ts';

/** A card in Stripe's own fields: its number never reaches the server. */
export function StripeCardForm({
  publishableKey,
  ...props
}: CardFormProps & { publishableKey: string }) {
  const { data: stripe = null, isError, refetch } = useQuery(stripeScript(publishableKey));
  const scheme = useComputedColorScheme('light');
  if (isError) {
    const text = m.billing_card_fieldsFailed();
    return <LoadFailed text={text} onRetry={() => void refetch()} onClose={props.onClose} />;
  }
  return (
    <Elements stripe={stripe} key={scheme}>
      <Form {...props} />
    </Elements>
  );
}

function Form(props: CardFormProps) {
  const used = useStripeCard(props);
  const { field, setValue } = used;
  return (
    <CardFrame {...props} {...used}>
      <HolderFields
        name={field('name')}
        zip={{ ...field('address_zip'), onText: (text) => setValue('address_zip', text) }}
      >
        <StripeFields states={used.states} onState={used.setState} />
      </HolderFields>
    </CardFrame>
  );
}
