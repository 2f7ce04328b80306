import { queryOptions } from '@tanstack/react-query';
import { loadStripe } from '@stripe/stripe-js/pure';

/** Stripe's script, which has to come from Stripe itself. */
export const stripeScript = (publishableKey: string) =>
  queryOptions({
    queryKey: ['stripe', publishableKey],
    queryFn: () => loadStripe(publishableKey),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    structuralSharing: false,
  });
