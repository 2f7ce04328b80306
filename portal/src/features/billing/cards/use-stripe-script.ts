import { useEffect, useState } from 'react';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

/** Stripe's script, which comes from Stripe alone: null until it is there; `failed` when it did not come, and another try. */
export function useStripeScript(publishableKey: string) {
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(1);
  useEffect(() => {
    let isWanted = true;
    loadStripe(publishableKey).then(
      (script) => isWanted && setStripe(script),
      () => isWanted && setFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [publishableKey, tries]);
  const again = (): void => {
    setFailed(false);
    setTries(tries + 1);
  };
  return { stripe, failed, again };
}
