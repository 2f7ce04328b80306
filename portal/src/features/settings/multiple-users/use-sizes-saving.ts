import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Tier } from '@lintel/contract/billing';
import type { ContractorBeyond } from '@lintel/contract/settings-team';
import { ApiError } from '../../../lib/api/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { multipleUsersQuery, postMultipleUsers } from './api/multiple-users.ts';

interface How {
  confirmationReceived: boolean;
  /** Whatever somebody else saved meanwhile. */
  over: boolean;
}

/**
 * Saves tiers' numbers. Nobody is deactivated without a confirmation, and nothing of somebody
 * else's written over without a word.
 */
export function useSizesSaving(lastEdit: string | null, onDone: () => void) {
  const client = useQueryClient();
  const [beyond, setBeyond] = useState<readonly ContractorBeyond[]>([]);
  const [over, setOver] = useState(false);
  const [conflict, setConflict] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const reload = (): Promise<void> =>
    client.invalidateQueries({ queryKey: multipleUsersQuery.queryKey });
  const save = async (multipleUsers: Partial<Record<Tier, number>>, how: How): Promise<void> => {
    setBusy(true);
    setOver(how.over);
    try {
      const body = {
        multipleUsers,
        confirmationReceived: how.confirmationReceived,
        ...(!how.over && { lastEdit }),
      };
      const { confirmationRequired = false, contractors = [] } = await postMultipleUsers({ body });
      setBeyond(confirmationRequired ? contractors : []);
      if (confirmationRequired) return;
      await reload();
      showToast('Success!');
      onDone();
    } catch (error) {
      setBeyond([]);
      if (error instanceof ApiError && error.code === 'conflict') setConflict(error.message);
      else showToast('Something wrong', 'danger', false, 'multiple-users');
    } finally {
      setBusy(false);
    }
  };
  return { beyond, over, conflict, busy, save, reload, cancelConfirm: () => setBeyond([]) };
}
