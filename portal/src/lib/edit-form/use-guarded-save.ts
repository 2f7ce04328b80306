import { useState } from 'react';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { isConflict } from '../api/api-error.ts';
import { notifyFailure } from '../failure.ts';
import { useAction, type SuccessToast } from '../use-action.ts';

interface Options<Input, Answer> {
  /** `over` overwrites concurrent changes. */
  call: (input: Input, over: boolean) => Promise<Answer>;
  successToast?: (answer: Answer) => SuccessToast | undefined;
  /** The queries to refetch after a save, and to load another user's changes. */
  refresh: readonly QueryKey[];
  onAnswer?: (answer: Answer) => unknown;
  onFailure?: (error: unknown, input: Input) => unknown;
  /** Ends editing. */
  onDone: (answer?: Answer) => unknown;
}

/**
 * Saves data that others may change, too, when the server describes conflicts in a message. The
 * user sees the conflict before overwriting anything. Use `useEditForm` for forms with comparable
 * fields.
 */
export function useGuardedSave<Answer, Input = void>(options: Options<Input, Answer>) {
  const { call, refresh, onFailure, onDone, successToast, onAnswer } = options;
  const client = useQueryClient();
  const [conflict, setConflict] = useState<string | null>(null);
  const { busy, run } = useAction({
    call: ({ input, over }: { input: Input; over: boolean }) => {
      setConflict(null);
      return call(input, over);
    },
    refresh,
    onDone,
    ...(successToast && { successToast }),
    ...(onAnswer && { onAnswer }),
    onFailure: (error, { input }) => {
      if (isConflict(error)) setConflict(error.message);
      return onFailure === undefined ? notifyFailure(error) : onFailure(error, input);
    },
  });
  return {
    busy,
    /** The server's description of another user's changes. */
    conflict,
    save: (input: Input, over = false): Promise<boolean> => run({ input, over }),
    discardOwn: (): void => {
      for (const queryKey of refresh) void client.invalidateQueries({ queryKey });
      void onDone();
    },
  };
}
