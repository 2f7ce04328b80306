import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { showToast, type ToastKind } from './toast.ts';
import { notifyFailure } from './failure.ts';

/** A toast: text only, or with its kind and duration. */
export type SuccessToast = string | readonly [text: string, kind: ToastKind, life: number];

interface Options<Input, Answer> {
  /** Asks for confirmation first; nothing happens without it. */
  ask?: (input: Input) => boolean | Promise<boolean>;
  call: (input: Input) => Promise<Answer>;
  /** The toast after success. */
  successToast?: (answer: Answer, input: Input) => SuccessToast | undefined;
  /** Runs after success, before the refetch. */
  onAnswer?: (answer: Answer, input: Input) => unknown;
  /** Queries to refetch after success; busy until they have loaded. */
  refresh?: readonly QueryKey[];
  /** Also refetches after a failure, because the visible data may be outdated. */
  refreshAlways?: boolean;
  /** Runs last, after success. */
  onDone?: (answer: Answer, input: Input) => unknown;
  /** Replaces the failure toast; or `shown in place` if the screen shows `error` itself. */
  onFailure?: ((error: unknown, input: Input) => unknown) | 'shown in place';
  /** The duration of a failure toast, in milliseconds. */
  failureLife?: number;
}

/**
 * A server action started by a button: its progress, the toast for success or failure, and the
 * queries to refetch.
 */
export function useAction<Answer, Input = void>({
  ask = () => true,
  call,
  successToast,
  onAnswer,
  refresh = [],
  refreshAlways = false,
  onDone,
  onFailure,
  failureLife,
}: Options<Input, Answer>) {
  const client = useQueryClient();
  const refetch = () =>
    Promise.all(refresh.map((queryKey) => client.invalidateQueries({ queryKey })));
  const { mutateAsync, isPending, variables, data, error } = useMutation({
    mutationFn: call,
    // Offline, it fails immediately with an error instead of waiting for a connection.
    networkMode: 'always',
    onSuccess: async (answer, input) => {
      const toast = successToast?.(answer, input);
      if (typeof toast === 'string') showToast(toast);
      else if (toast !== undefined) showToast(...toast);
      await onAnswer?.(answer, input);
      await refetch();
      await onDone?.(answer, input);
    },
    onError: async (failure, input) => {
      if (onFailure === undefined) notifyFailure(failure, failureLife);
      else if (onFailure !== 'shown in place') await onFailure(failure, input);
      if (refreshAlways) await refetch();
    },
  });
  return {
    busy: isPending,
    /** The input of the action in progress. */
    busyInput: isPending ? variables : undefined,
    /** The last response, and the last failure. */
    answer: data,
    error,
    /** Resolves to whether it succeeded; never throws. */
    run: async (input: Input): Promise<boolean> => {
      if (!(await ask(input))) return false;
      return mutateAsync(input).then(
        () => true,
        () => false,
      );
    },
  };
}
