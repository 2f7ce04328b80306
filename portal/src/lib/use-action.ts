import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { showToast, type ToastKind } from './toast.ts';
import { tellFailure } from './unexpected.ts';

/** What a toast says: its words alone, or with its kind and its life. */
export type Said = string | readonly [text: string, kind: ToastKind, life: number];

interface Options<Input, Answer> {
  /** A question that comes first: without a yes nothing is done. */
  ask?: (input: Input) => boolean | Promise<boolean>;
  call: (input: Input) => Promise<Answer>;
  /** What is said when it is done. */
  said?: (answer: Answer, input: Input) => Said | undefined;
  /** Called when it is done, before anything is asked for anew. */
  onAnswer?: (answer: Answer, input: Input) => unknown;
  /** What is asked for anew when it is done; it is busy until the answers are there. */
  refresh?: readonly QueryKey[];
  /** Also after a failure, which may mean that what is shown is no longer so. */
  refreshAlways?: boolean;
  /** Called at the end, when it is done. */
  onDone?: (answer: Answer, input: Input) => unknown;
  /**
   * Tells a failure in another way than with a toast of the server's words; or the screen shows
   * `error` itself.
   */
  onFailure?: ((error: unknown, input: Input) => unknown) | 'shown in place';
  /** How long the toast of a failure stays, in milliseconds. */
  failureLife?: number;
}

/**
 * Something that is asked of the server at the press of a button: whether it is under way, what is
 * said when it is done or has failed, and what is asked for anew.
 */
export function useAction<Answer, Input = void>({
  ask = () => true,
  call,
  said,
  onAnswer,
  refresh = [],
  refreshAlways = false,
  onDone,
  onFailure,
  failureLife,
}: Options<Input, Answer>) {
  const client = useQueryClient();
  const renew = () =>
    Promise.all(refresh.map((queryKey) => client.invalidateQueries({ queryKey })));
  const { mutateAsync, isPending, variables, data, error } = useMutation({
    mutationFn: call,
    // Without a connection it fails at once and says so, instead of waiting for one.
    networkMode: 'always',
    onSuccess: async (answer, input) => {
      const words = said?.(answer, input);
      if (typeof words === 'string') showToast(words);
      else if (words !== undefined) showToast(...words);
      await onAnswer?.(answer, input);
      await renew();
      await onDone?.(answer, input);
    },
    onError: async (failure, input) => {
      if (onFailure === undefined) tellFailure(failure, failureLife);
      else if (onFailure !== 'shown in place') await onFailure(failure, input);
      if (refreshAlways) await renew();
    },
  });
  return {
    busy: isPending,
    /** What it is under way with. */
    busyWith: isPending ? variables : undefined,
    /** The last answer, and the last failure. */
    answer: data,
    error,
    /** Resolves to whether it was done; never throws. */
    run: async (input: Input): Promise<boolean> => {
      if (!(await ask(input))) return false;
      return mutateAsync(input).then(
        () => true,
        () => false,
      );
    },
  };
}
