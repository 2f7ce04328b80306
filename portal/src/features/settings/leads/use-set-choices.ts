import { useState } from 'react';
import { assignSources } from './api/distribution.ts';
import { useDistributionSave } from './use-distribution-save.ts';

/** Which set is chosen for each source, by the source's id. Sending no choice is done at once. */
export function useSetChoices(onSaved: () => void) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map());
  const [busy, setBusy] = useState(false);
  const { save } = useDistributionSave(onSaved);
  const choose = (sourceId: number, set: string | null): void => {
    const others = [...chosen].filter(([id]) => id !== sourceId);
    setChosen(new Map(set === null ? others : [...others, [sourceId, set]]));
  };
  const submit = async (): Promise<void> => {
    if (chosen.size === 0) {
      onSaved();
      return;
    }
    setBusy(true);
    const leadSources = [...chosen].map(([leadSourceId, set]) => ({
      leadSourceId,
      leadDistributionId: Number(set),
    }));
    await save(() => assignSources({ body: { leadSources } })).catch(() => undefined);
    setBusy(false);
  };
  return { chosen, choose, busy, submit };
}
