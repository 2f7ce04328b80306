import { useQuery } from '@tanstack/react-query';
import type { DistributionSet } from '@lintel/contract/leads-distribution';
import { sharesInWords, totalPercent } from '@lintel/contract/leads-shares';
import { FormActions } from '../../../ui/form-actions.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { ownersQuery } from './api/distribution.ts';
import { ChangedNotice } from './changed-notice.tsx';
import { OwnerRow } from './owner-row.tsx';
import { Simulator } from './simulator.tsx';
import { useOwnerShares } from './use-owner-shares.ts';
import classes from './leads.module.css';

interface Props {
  set: DistributionSet;
  onClose(): void;
}

/** Shares the leads of a set out among owners. It is saved at 100% alone. */
export function OwnersForm({ set, onClose }: Props) {
  const people = useQuery(ownersQuery);
  const { shares, change, busy, send, conflict, reload } = useOwnerShares(set, onClose);
  if (people.isError && people.data === undefined)
    return <ErrorState onRetry={() => void people.refetch()} />;
  if (people.data === undefined) return <SkeletonRows columns={2} rows={4} />;
  const owners = people.data.map((person) => ({ ...person, percent: shares.get(person.id) ?? 0 }));
  const total = totalPercent(owners);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (total === 100 && !busy) void send(owners, set.version);
      }}
    >
      {conflict !== null && (
        <ChangedNotice text={conflict} onSaveOver={() => void send(owners)} onReload={reload} />
      )}
      <p className={classes.lead}>
        Who gets the leads of <strong>{set.title}</strong>
      </p>
      <ul className={classes.shares} aria-label="Lead owners">
        {owners.map((owner) => (
          <OwnerRow
            key={owner.id}
            owner={owner}
            ticked={shares.has(owner.id)}
            onChange={(percent) => change(owner.id, percent)}
          />
        ))}
      </ul>
      <Total percent={total} />
      <Simulator set={set} owners={owners} />
      <FormActions submit="Submit" busy={busy} disabled={total !== 100} onCancel={onClose} />
    </form>
  );
}

/** How far the leads are shared out. */
const Total = ({ percent }: { percent: number }) => (
  <p className={classes.total} data-state={stateOf(percent)} role="status">
    {sharesInWords(percent)}
  </p>
);

function stateOf(total: number): 'done' | 'over' | 'open' {
  if (total === 100) return 'done';
  return total > 100 ? 'over' : 'open';
}
