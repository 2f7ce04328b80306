import { useState } from 'react';
import { queryOptions } from '@tanstack/react-query';
import { loadStripe } from '@stripe/stripe-js/pure';
import { CardNumberElement, useElements, useStripe } from '@stripe/react-stripe-js';
import * as m from '#messages';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { useCardSaving, type CardFormProps } from './use-card-saving.ts';

/** Stripe's script, which must be loaded from Stripe itself. */
export const stripeScript = (publishableKey: string) =>
  queryOptions({
    queryKey: ['stripe', publishableKey],
    queryFn: () => loadStripe(publishableKey),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    structuralSharing: false,
  });

/** Stripe's event about one of its fields. */
export interface HostedState {
  empty: boolean;
  problem: string | undefined;
}
export type HostedField = 'number' | 'expiration' | 'cvc';

const untouched: HostedState = { empty: true, problem: undefined };

/** The form of a card whose number, date, and code are in Stripe's own fields. */
export function useStripeCard(props: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const { save, failure, setFailure, clearing } = useCardSaving(props);
  const [states, setStates] = useState<Record<HostedField, HostedState>>({
    number: untouched,
    expiration: untouched,
    cvc: untouched,
  });
  const used = useContractForm({
    initial: { name: '', address_zip: '' },
    rules: () => import('@lintel/contract/billing/cards').then((contract) => contract.cardHolder),
    onSubmit: async (holder) => {
      const card = elements?.getElement(CardNumberElement);
      if (!stripe || !card) return;
      const { name, address_zip } = holder;
      const billing_details = { name, address: { postal_code: address_zip } };
      const { paymentMethod, error } = await stripe.createPaymentMethod({
        type: 'card',
        card,
        billing_details,
      });
      if (error) setFailure(error.message ?? m.common_error_undefined());
      else await save({ paymentMethodId: paymentMethod.id, name, address_zip });
    },
    // Already shown above the form.
    onFailure: () => undefined,
  });
  const typed = [
    ...Object.values(states).map(({ empty }) => !empty),
    ...Object.values(used.values).map((text) => text.trim() !== ''),
  ];
  return {
    ...used,
    form: clearing(used.form),
    states,
    setState: (field: HostedField, state: HostedState): void =>
      setStates((now) => ({ ...now, [field]: state })),
    complete: typed.every(Boolean),
    failure,
  };
}
