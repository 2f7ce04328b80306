import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api/api-error.ts';
import { postConfirmation } from './api/confirm-sign-up.ts';
import { getSignUp } from './api/get-sign-up.ts';
import { signUpTab } from './sign-up-tab.ts';

/**
 * How often a state is looked at again that changes by itself, in milliseconds: soon, while a
 * payment is made.
 */
const lookEvery = { processing: 3000, waiting: 5000 } as const;

/**
 * How this tab's sign-up stands; null when there is none. `returned`: the cardholder is back from
 * the bank, so the bank is asked.
 */
export const statusQuery = (returned: boolean) =>
  queryOptions({
    queryKey: ['sign-up', 'status', returned],
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      const { token, sent } = signUpTab.read();
      if (!sent) return null;
      const look = returned ? postConfirmation : getSignUp;
      return look({ params: { token } }, { signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      });
    },
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'processing' || data?.state === 'waiting' ? lookEvery[data.state] : false,
  });
