import { useState } from 'react';
import type { DistributionSet } from '@lintel/contract/leads-distribution';
import { saveOwners } from './api/distribution.ts';
import { useDistributionSave } from './use-distribution-save.ts';

/**
 * The shares of a set's owners while they are changed: whole percents by the owner's id; who is not
 * ticked is not in them.
 */
export function useOwnerShares({ id: setId, leadOwners }: DistributionSet, onSaved: () => void) {
  const [shares, setShares] = useState(
    () => new Map(leadOwners.map(({ id, percent }) => [id, percent])),
  );
  const [busy, setBusy] = useState(false);
  const { save, conflict, reload } = useDistributionSave(onSaved);
  /** Undefined is an owner who is not ticked. */
  const change = (id: number, percent: number | undefined): void => {
    const next = new Map(shares);
    if (percent === undefined) next.delete(id);
    else next.set(id, percent);
    setShares(next);
  };
  /** Without a version it is saved whatever somebody else saved meanwhile. */
  const send = async (
    owners: readonly { id: number; percent: number }[],
    version?: number,
  ): Promise<void> => {
    setBusy(true);
    const sharing = owners
      .filter(({ percent }) => percent > 0)
      .map(({ id, percent }) => ({ id, percent }));
    const body = { id: setId, leadOwners: sharing, ...(version !== undefined && { version }) };
    await save(() => saveOwners({ params: { id: setId }, body })).catch(() => undefined);
    setBusy(false);
  };
  return { shares, change, busy, send, conflict, reload };
}
