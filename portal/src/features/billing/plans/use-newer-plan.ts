import { useRef, useState } from 'react';
import type { Plan } from '@lintel/contract/billing-plans';
import { findPlan } from './api/find-plan.ts';

/**
 * What somebody else saved since a plan was opened. A save after `accept` is meant to replace it.
 */
export function useNewerPlan(plan: Plan | null) {
  const [found, setFound] = useState<Plan | null>(null);
  const seen = useRef(plan && { id: plan.id, version: plan.version });
  return {
    found,
    /** The plan to change, with the version that the user has seen; null makes a new one. */
    existing: () => seen.current,
    forget: (): void => setFound(null),
    accept: (): void => {
      if (found !== null) seen.current = { id: found.id, version: found.version };
      setFound(null);
    },
    /** Looks up what is stored now, after a conflict. */
    async lookUp(): Promise<void> {
      if (seen.current === null) return;
      const stored = await findPlan(seen.current.id).catch(() => undefined);
      if (stored !== undefined && stored.version > seen.current.version) setFound(stored);
    },
  };
}
