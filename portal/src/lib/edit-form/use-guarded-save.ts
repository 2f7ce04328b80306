import { useState } from 'react';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { isConflict } from '../api/api-error.ts';
import { tellFailure } from '../unexpected.ts';
import { useAction, type Said } from '../use-action.ts';

interface Options<Input, Answer> {
  /** `over` saves whatever somebody else has saved meanwhile. */
  call: (input: Input, over: boolean) => Promise<Answer>;
  said?: (answer: Answer) => Said | undefined;
  /** What is asked for anew after a save, and to take what somebody else has saved. */
  refresh: readonly QueryKey[];
  onAnswer?: (answer: Answer) => unknown;
  onFailure?: (error: unknown, input: Input) => unknown;
  /** Ends the editing. */
  onDone: (answer?: Answer) => unknown;
}

/**
 * Saves what others may change too, where the server says in words what somebody else has changed.
 * Nothing is written over before the user has seen that; `useEditForm` is for forms whose fields
 * can be compared.
 */
export function useGuardedSave<Answer, Input = void>(options: Options<Input, Answer>) {
  const { call, refresh, onFailure, onDone, said, onAnswer } = options;
  const client = useQueryClient();
  const [conflict, setConflict] = useState<string | null>(null);
  const { busy, run } = useAction({
    call: ({ input, over }: { input: Input; over: boolean }) => {
      setConflict(null);
      return call(input, over);
    },
    refresh,
    onDone,
    ...(said && { said }),
    ...(onAnswer && { onAnswer }),
    onFailure: (error, { input }) => {
      if (isConflict(error)) setConflict(error.message);
      return onFailure === undefined ? tellFailure(error) : onFailure(error, input);
    },
  });
  return {
    busy,
    /** What somebody else has changed, in the server's words. */
    conflict,
    save: (input: Input, over = false): Promise<boolean> => run({ input, over }),
    takeTheirs: (): void => {
      for (const queryKey of refresh) void client.invalidateQueries({ queryKey });
      void onDone();
    },
  };
}
