import { useState, type ComponentType } from 'react';
import { Input } from '@mantine/core';
import { CardCvcElement, CardExpiryElement, CardNumberElement } from '@stripe/react-stripe-js';
import type { StripeElementChangeEvent } from '@stripe/stripe-js';
import * as m from '#messages';
import type { HostedField, HostedState } from './use-stripe-card.ts';
import classes from './cards.module.css';

interface Props {
  states: Record<HostedField, HostedState>;
  onState(field: HostedField, state: HostedState): void;
}

/**
 * Stripe's fields are in its own frames, out of reach of the portal's styles, so they receive the
 * page's colors.
 */
function readTheme() {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const text = { fontSize: '15px', color: color('--mantine-color-text') };
  return {
    base: { ...text, '::placeholder': { color: color('--mantine-color-placeholder') } },
    invalid: { color: color('--mantine-color-error') },
  };
}

/** A card's number, date, and code, each one of Stripe's fields. */
export const StripeFields = ({ states, onState }: Props) => (
  <>
    <Hosted
      label={m.billing_card_number()}
      element={CardNumberElement}
      options={{ showIcon: true, disableLink: true }}
      state={states.number}
      onState={(state) => onState('number', state)}
    />
    <div className={classes.pair}>
      <Hosted
        label={m.billing_card_expiration()}
        element={CardExpiryElement}
        state={states.expiration}
        onState={(state) => onState('expiration', state)}
      />
      <Hosted
        label={m.billing_card_cvc()}
        element={CardCvcElement}
        state={states.cvc}
        onState={(state) => onState('cvc', state)}
      />
    </div>
  </>
);

interface HostedProps {
  label: string;
  element: ComponentType<{
    options?: object;
    onChange?: (
      event: StripeElementChangeEvent & { error?: { message: string } | undefined },
    ) => void;
    onFocus?: () => void;
    onBlur?: () => void;
  }>;
  options?: object;
  state: HostedState;
  onState(state: HostedState): void;
}

const noOptions = {};

function Hosted({
  label,
  element: Element,
  options = noOptions,
  state: { problem },
  onState,
}: HostedProps) {
  const [focused, setFocused] = useState(false);
  const [style] = useState(readTheme);
  return (
    <Input.Wrapper
      label={label}
      required
      error={problem}
      labelElement="div"
      inputWrapperOrder={['label', 'input', 'error']}
    >
      <div
        className={classes.hosted}
        data-focused={focused || undefined}
        data-invalid={problem !== undefined || undefined}
      >
        <Element
          options={{ ...options, style }}
          onChange={({ empty, error }) => onState({ empty, problem: error?.message })}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        />
      </div>
    </Input.Wrapper>
  );
}
