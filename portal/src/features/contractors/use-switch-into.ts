import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ContractorRow } from '@lintel/contract/contractors-manage';
import { switchInto } from '../../shell/account-actions.ts';
import { goer } from '../../shell/navigation.ts';
import { calledBy } from './row-tools.ts';

/** Switches into the account of a row's owner. */
export function useSwitchInto(): (row: ContractorRow, reason: string) => Promise<void> {
  const client = useQueryClient();
  const router = useRouter();
  return async (row, reason) => {
    const { userId } = row;
    if (userId !== null)
      await switchInto({ client, go: goer(router) }, { id: userId, name: calledBy(row), reason });
  };
}
