import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { ManagedContractor } from '@lintel/contract/contractors-edit';
import { managedQuery } from '../api/get-managed.ts';

/** What the form stands on, and what somebody else has stored since. */
export function useNewerContractor(managed: ManagedContractor) {
  const client = useQueryClient();
  const [base, setBase] = useState(managed);
  const [newer, setNewer] = useState<ManagedContractor | null>(null);
  return {
    base,
    newer,
    forget: (): void => setNewer(null),
    /** From now on the form stands on what is stored. */
    accept: (): void => {
      if (newer !== null) setBase(newer);
      setNewer(null);
    },
    /** Looks up what is stored now, after a conflict. */
    async lookUp(): Promise<void> {
      const query = { ...managedQuery(base.contractor.id), staleTime: 0 };
      const stored = await client.fetchQuery(query).catch(() => null);
      if (stored !== null && stored.version !== base.version) setNewer(stored);
    },
  };
}
