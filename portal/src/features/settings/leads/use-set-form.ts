import { useRef } from 'react';
import type { DistributionSet } from '@lintel/contract/leads-distribution';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { saveSet } from './api/distribution.ts';
import { useDistributionSave } from './use-distribution-save.ts';

/** The form of a set by the contract's rules. */
export function useSetForm({ set, onSaved }: { set: DistributionSet | null; onSaved(): void }) {
  const { save, conflict, reload } = useDistributionSave(onSaved);
  const seen = useRef(set?.version);
  const used = useContractForm({
    initial: { title: set?.title ?? '', leadSources: set?.leadSources.map(({ id }) => id) ?? [] },
    rules: () => import('@lintel/contract/leads-distribution').then((module) => module.setForm),
    onSubmit: ({ title, leadSources }) => {
      const existing =
        set === null
          ? {}
          : { id: set.id, ...(seen.current !== undefined && { version: seen.current }) };
      return save(() => saveSet({ body: { title, leadSources, ...existing } }));
    },
    // Told already.
    onFailure: () => undefined,
  });
  const saveOver = (): void => {
    seen.current = undefined;
    used.form.ref.current?.requestSubmit();
  };
  return { ...used, conflict, reload, saveOver };
}
export type UsedSetForm = ReturnType<typeof useSetForm>;
