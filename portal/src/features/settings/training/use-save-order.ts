import { useQueryClient } from '@tanstack/react-query';
import { trainingKey } from './api/keys.ts';
import { tellFailure } from './training-failure.ts';

type Ids = readonly number[];

/**
 * Saves a new order by `send` and reads the lists again, also when it was refused: they may have
 * changed meanwhile. Never throws.
 */
export function useSaveOrder(
  send: (ids: number[]) => Promise<unknown>,
): (ids: Ids) => Promise<void> {
  const client = useQueryClient();
  return async (ids) => {
    try {
      await send([...ids]);
    } catch (error) {
      tellFailure(error);
    }
    await client.invalidateQueries({ queryKey: trainingKey });
  };
}
