import { useEffect, useState } from 'react';
import { useComputedColorScheme } from '@mantine/core';
import { CardNumberElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import * as m from '#messages';
import { ApiError } from '../../../lib/api/api-error.ts';
import { HolderFields } from '../cards/card-fields.tsx';
import { StripeFields } from '../cards/stripe-fields.tsx';
import type { SignUpFormState } from './use-sign-up-form.ts';

interface Props {
  used: SignUpFormState;
  publishableKey: string;
}

/** A card in Stripe's own fields: its number never reaches the server. */
export function StripePayment({ used, publishableKey }: Props) {
  const [stripe] = useState(() => loadStripe(publishableKey));
  const scheme = useComputedColorScheme('light');
  return (
    <Elements stripe={stripe} key={scheme}>
      <Fields used={used} />
    </Elements>
  );
}

const untouched = { empty: true, problem: undefined };

function Fields({ used }: Pick<Props, 'used'>) {
  const { field, setValue, registerCard } = used;
  const [states, setStates] = useState({
    number: untouched,
    expiration: untouched,
    cvc: untouched,
  });
  const stripe = useStripe();
  const elements = useElements();
  useEffect(() => {
    const card = elements?.getElement(CardNumberElement);
    if (!stripe || !card) return undefined;
    return registerCard(async ({ name, zip }) => {
      const billing_details = { name, address: { postal_code: zip } };
      const { paymentMethod, error } = await stripe.createPaymentMethod({
        type: 'card',
        card,
        billing_details,
      });
      if (error)
        throw new ApiError(
          422,
          'payment_failed',
          error.message ?? m.billing_signUp_cardUnreadable(),
        );
      return paymentMethod.id;
    });
  }, [stripe, elements, registerCard]);
  return (
    <HolderFields
      name={field('name')}
      zip={{ ...field('address_zip'), onText: (text) => setValue('address_zip', text) }}
    >
      <StripeFields
        states={states}
        onState={(name, state) => setStates((now) => ({ ...now, [name]: state }))}
      />
    </HolderFields>
  );
}
