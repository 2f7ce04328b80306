import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api/api-error.ts';

/** Errors that a retry can't fix. */
const isFinal = (error: Error): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status !== 503;

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 2 && !isFinal(error),
        // Not earlier than an overloaded server allows, with jitter.
        retryDelay: (count) => 2000 * (count + 1 + Math.random()),
      },
    },
  });

/** The application's query cache. */
export const queryClient = makeQueryClient();
