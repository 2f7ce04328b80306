import { useState, type FormEvent } from 'react';
import { tiers, type Tier } from '@lintel/contract/billing';
import type { MultipleUsers } from '@lintel/contract/settings-team';
import { useSizesSaving } from './use-sizes-saving.ts';

/** Edits the tiers' numbers; nothing is lost when saving fails. */
export function useSizesForm(base: MultipleUsers, onDone: () => void) {
  const [start] = useState(base);
  const [sizes, setSizes] = useState(start.multipleUsers);
  const { over, save, reload, ...saving } = useSizesSaving(start.lastEdit, onDone);
  const changed = tiers.filter((tier) => sizes[tier] !== start.multipleUsers[tier]);
  // Only what was changed is sent, so that what somebody else set for another tier stays.
  const sent = (): Partial<Record<Tier, number>> =>
    Object.fromEntries(changed.map((tier) => [tier, sizes[tier]]));
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (saving.busy) return;
    if (changed.length === 0) onDone();
    else void save(sent(), { confirmationReceived: false, over: false });
  };
  return {
    ...saving,
    sizes,
    onSubmit,
    dirty: changed.length > 0,
    change: (tier: Tier, size: number) => setSizes({ ...sizes, [tier]: size }),
    confirm: () => void save(sent(), { confirmationReceived: true, over }),
    saveOver: () => void save(sent(), { confirmationReceived: false, over: true }),
    takeTheirs: () => {
      void reload();
      onDone();
    },
  };
}
