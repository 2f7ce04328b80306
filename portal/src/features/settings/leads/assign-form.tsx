import { useState } from 'react';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DistributionSet } from '@lintel/contract/leads-distribution';
import { FormActions } from '../../../ui/form-actions.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { assignSources } from './api/distribution.ts';
import { looseSourcesQuery } from './api/lead-fields.ts';
import { useDistributionSave } from './use-distribution-save.ts';
import classes from './leads.module.css';

interface Props {
  sets: readonly DistributionSet[];
  onClose(): void;
}

/** Puts the sources that are in no set into sets. Without a choice there is nothing to do. */
export function AssignForm({ sets, onClose }: Props) {
  const loose = useQuery(looseSourcesQuery);
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map());
  const [busy, setBusy] = useState(false);
  const { save } = useDistributionSave(onClose);
  if (loose.isError && loose.data === undefined) return <ErrorState onRetry={() => void loose.refetch()} />;
  if (loose.data === undefined) return <SkeletonRows columns={2} rows={4} />;
  const choose = (sourceId: number, set: string | null): void => {
    const others = [...chosen].filter(([id]) => id !== sourceId);
    setChosen(new Map(set === null ? others : [...others, [sourceId, set]]));
  };
  const submit = async (): Promise<void> => {
    if (chosen.size === 0) {
      onClose();
      return;
    }
    setBusy(true);
    const leadSources = [...chosen].map(([leadSourceId, set]) => ({ leadSourceId, leadDistributionId: Number(set) }));
    await save(() => assignSources({ body: { leadSources } })).catch(() => undefined);
    setBusy(false);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      <ul className={classes.shares} aria-label="Lead sources in no set">
        {loose.data.data.map(({ id, value, isShowing }) => (
          <li key={id}>
            <span>{isShowing ? value : `${value} (hidden)`}</span>
            <Select
              aria-label={`Set of ${value}`}
              placeholder="No set"
              data={sets.map((set) => ({ value: String(set.id), label: set.title }))}
              value={chosen.get(id) ?? null}
              onChange={(set) => choose(id, set)}
              clearable
              w={220}
              maw="60%"
            />
          </li>
        ))}
      </ul>
      <FormActions submit="Submit" busy={busy} onCancel={onClose} />
    </form>
  );
}
