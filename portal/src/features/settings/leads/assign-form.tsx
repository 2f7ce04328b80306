import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DistributionSet } from '@lintel/contract/leads-distribution';
import { FormActions } from '../../../ui/form-actions.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { looseSourcesQuery } from './api/lead-fields.ts';
import { useSetChoices } from './use-set-choices.ts';
import classes from './leads.module.css';

interface Props {
  sets: readonly DistributionSet[];
  onClose(): void;
}

/** Puts the sources that are in no set into sets. Without a choice there is nothing to do. */
export function AssignForm({ sets, onClose }: Props) {
  const loose = useQuery(looseSourcesQuery);
  const { chosen, choose, busy, submit } = useSetChoices(onClose);
  if (loose.isError && loose.data === undefined)
    return <ErrorState onRetry={() => void loose.refetch()} />;
  if (loose.data === undefined) return <SkeletonRows columns={2} rows={4} />;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      <ul className={classes.shares} aria-label="Lead sources in no set">
        {loose.data.data.map((source) => (
          <SourceRow
            key={source.id}
            source={source}
            sets={sets}
            chosen={chosen.get(source.id) ?? null}
            onChoose={(set) => choose(source.id, set)}
          />
        ))}
      </ul>
      <FormActions submit="Submit" busy={busy} onCancel={onClose} />
    </form>
  );
}

interface RowProps {
  source: { value: string; isShowing: boolean };
  sets: readonly DistributionSet[];
  chosen: string | null;
  /** Null is no set. */
  onChoose(set: string | null): void;
}

const SourceRow = ({ source: { value, isShowing }, sets, chosen, onChoose }: RowProps) => (
  <li>
    <span>{isShowing ? value : `${value} (hidden)`}</span>
    <Select
      aria-label={`Set of ${value}`}
      placeholder="No set"
      data={sets.map((set) => ({ value: String(set.id), label: set.title }))}
      value={chosen}
      onChange={onChoose}
      clearable
      w={220}
      maw="60%"
    />
  </li>
);
