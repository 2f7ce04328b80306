import { useQueryClient } from '@tanstack/react-query';
import type { Session } from '@lintel/contract/identity';
import { sessionQuery } from '../../lib/session.ts';

type Flag = 'needConfirmProviderAgreement' | 'needQuiz';

/** Goes on after a step: its flag is reset at once, and the session is asked for anew. */
export function useStepDone(): (flag: Flag) => void {
  const client = useQueryClient();
  return (flag) => {
    client.setQueryData<Session>(
      sessionQuery.queryKey,
      (session) => session && { ...session, [flag]: false },
    );
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
}
