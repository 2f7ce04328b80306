import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api/api-error.ts';

/** Answers that will not get better by asking again. */
const isFinal = (error: Error): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status !== 503;

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 2 && !isFinal(error),
        // No sooner than a server that has too much to do wants it, and not all at the same moment.
        retryDelay: (count) => 2000 * (count + 1 + Math.random()),
      },
    },
  });

/** The application's one store of answers. */
export const queryClient = makeQueryClient();
