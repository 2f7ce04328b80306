import { useState, type FormEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { tiers, type Tier } from '@lintel/contract/billing';
import type { ContractorBeyond, MultipleUsers } from '@lintel/contract/settings-team';
import { ApiError } from '../../../lib/api/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { multipleUsersQuery, postMultipleUsers } from './api/multiple-users.ts';

/** Edits the tiers' numbers: nothing is lost when saving fails, and nobody is deactivated without a confirmation. */
export function useSizesForm(base: MultipleUsers, onDone: () => void) {
  const client = useQueryClient();
  const [start] = useState(base);
  const [sizes, setSizes] = useState(start.multipleUsers);
  const [beyond, setBeyond] = useState<readonly ContractorBeyond[]>([]);
  const [over, setOver] = useState(false);
  const [conflict, setConflict] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const reload = (): Promise<void> => client.invalidateQueries({ queryKey: multipleUsersQuery.queryKey });
  const changed = tiers.filter((tier) => sizes[tier] !== start.multipleUsers[tier]);
  const save = async (how: { confirmationReceived: boolean; over: boolean }): Promise<void> => {
    setBusy(true);
    setOver(how.over);
    try {
      const { confirmationReceived } = how;
      const seen = how.over ? {} : { lastEdit: start.lastEdit };
      // Only what was changed is sent, so that what somebody else set for another tier stays.
      const multipleUsers = Object.fromEntries(changed.map((tier) => [tier, sizes[tier]]));
      const { confirmationRequired, contractors = [] } = await postMultipleUsers({
        body: { multipleUsers, confirmationReceived, ...seen },
      });
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
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    if (changed.length === 0) onDone();
    else void save({ confirmationReceived: false, over: false });
  };
  return {
    sizes,
    beyond,
    conflict,
    busy,
    onSubmit,
    dirty: changed.length > 0,
    change: (tier: Tier, size: number) =>
      setSizes({
        ...sizes,
        [tier]: size,
      }),
    confirm: () =>
      void save({
        confirmationReceived: true,
        over,
      }),
    cancelConfirm: () => setBeyond([]),
    saveOver: () =>
      void save({
        confirmationReceived: false,
        over: true,
      }),
    takeTheirs: () => {
      void reload();
      onDone();
    },
  };
}
