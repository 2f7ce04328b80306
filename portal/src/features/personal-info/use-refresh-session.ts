import { useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../../lib/session.ts';

/**
 * Asks for the session anew, so that what was saved shows here and in the top bar; resolves when it
 * does.
 */
export function useRefreshSession(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: sessionQuery.queryKey });
}
