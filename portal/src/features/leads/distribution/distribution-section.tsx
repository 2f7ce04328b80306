import { useState } from 'react';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { shownSetSources } from '@lintel/contract/leads/constants';
import type { DistributionSet } from '@lintel/contract/leads/distribution';
import { confirmDelete } from '../../../lib/form/confirmations.ts';
import { failureText } from '../../../lib/failure.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Card } from '../../../ui/card.tsx';
import { IconPencil, IconPlus, IconTrash, IconUsers } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { distributionKeys, deleteSet, looseSourcesQuery, setsQuery } from '../requests.ts';
import { DistributionModal, type DistributionMode } from './distribution-modal.tsx';
import classes from '../leads.module.css';

/** Deletes a set after confirmation. */
const useDeleteSet = () =>
  useAction({
    ask: ({ title }: DistributionSet) =>
      confirmDelete(m.leads_sets_deleteTitle(), m.leads_sets_deleteQuestion({ title })),
    call: ({ id }) => deleteSet({ params: { id } }),
    successToast: ({ message }) => message,
    refresh: distributionKeys,
    refreshAlways: true,
  });

export function DistributionSection() {
  const sets = useQuery(setsQuery);
  const [mode, setMode] = useState<DistributionMode | null>(null);
  if (sets.data === undefined && sets.error !== null)
    return <ErrorState text={failureText(sets.error)} onRetry={() => void sets.refetch()} />;
  return (
    <Card bare>
      <div className={classes.tab}>
        <DistributionHead hasSets={Boolean(sets.data?.length)} onOpen={setMode} />
        {sets.data === undefined && <SkeletonRows columns={4} rows={3} />}
        {sets.data?.length === 0 && (
          <EmptyState title={m.leads_sets_none()} text={m.leads_sets_noneText()} />
        )}
        {sets.data && sets.data.length > 0 && <SetTable sets={sets.data} onOpen={setMode} />}
      </div>
      {mode !== null && (
        <DistributionModal mode={mode} sets={sets.data ?? []} onClose={() => setMode(null)} />
      )}
    </Card>
  );
}

interface Props {
  sets: readonly DistributionSet[];
  onOpen(mode: DistributionMode): void;
}

function SetTable({ sets, onOpen }: Props) {
  const remove = useDeleteSet();
  return (
    <table className={classes.sets} aria-label={m.leads_distribution_title()}>
      <thead>
        <tr>
          <th scope="col">{m.leads_sets_set()}</th>
          <th scope="col">{m.leads_sources()}</th>
          <th scope="col">{m.leads_sets_owners()}</th>
          <th scope="col" className={classes.number}>
            {m.leads_sets_notDistributed()}
          </th>
          <th scope="col">
            <span className={classes.spoken}>{m.common_actions()}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sets.map((set) => (
          <SetRow key={set.id} set={set} onOpen={onOpen} onDelete={() => void remove.run(set)} />
        ))}
      </tbody>
    </table>
  );
}

const namesIn = ({ leadSources }: DistributionSet): string => {
  const names = leadSources.slice(0, shownSetSources).map(({ leadSource }) => leadSource);
  return `${names.join(', ')}${leadSources.length > shownSetSources ? '...' : ''}`;
};

interface RowProps extends Pick<Props, 'onOpen'> {
  set: DistributionSet;
  onDelete(): void;
}

function SetRow({ set, onOpen, onDelete }: RowProps) {
  const { title, leadSources, leadOwners, notDistributed } = set;
  const actions = [
    {
      label: m.leads_sets_editOwners(),
      icon: IconUsers,
      run: () => onOpen({ kind: 'owners', set }),
    },
    { label: m.leads_sets_edit(), icon: IconPencil, run: () => onOpen({ kind: 'set', set }) },
    { label: m.leads_sets_delete(), icon: IconTrash, run: onDelete },
  ];
  return (
    <tr>
      <th scope="row">{title}</th>
      <td data-label={m.leads_sources()}>
        <span className={classes.count}>{leadSources.length}</span>
        <span className={classes.names}>{namesIn(set)}</span>
      </td>
      <td data-label={m.leads_sets_owners()}>
        <ul className={classes.owners}>
          {leadOwners.map(({ id, fullName, percent }) => (
            <li key={id}>
              {fullName} <strong>{percent}%</strong>
            </li>
          ))}
          {leadOwners.length === 0 && <li className={classes.quiet}>{m.common_noOne()}</li>}
        </ul>
      </td>
      <td data-label={m.leads_sets_notDistributed()} className={classes.number}>
        {notDistributed}%
      </td>
      <td className={classes.actions}>
        {actions.map(({ label, icon: Icon, run }) => (
          <Tooltip key={label} label={label}>
            <ActionIcon variant="default" size={32} aria-label={`${label} ${title}`} onClick={run}>
              <Icon size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ))}
      </td>
    </tr>
  );
}

interface DistributionHeadProps {
  /** Sources can only be assigned to an existing set. */
  hasSets: boolean;
  onOpen(mode: DistributionMode): void;
}

/** The number of sources in no set, and the actions that assign them. */
function DistributionHead({ hasSets, onOpen }: DistributionHeadProps) {
  const count = useQuery(looseSourcesQuery).data?.total;
  return (
    <div className={classes.head}>
      <p className={classes.counter} data-open={(count ?? 0) > 0 || undefined} aria-live="polite">
        {count === undefined ? m.leads_sets_counting() : unassignedText(count)}
      </p>
      <div className={classes.buttons}>
        <Button
          variant="default"
          disabled={!count || !hasSets}
          onClick={() => onOpen({ kind: 'assign' })}
        >
          {m.leads_sets_assign_upper()}
        </Button>
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onOpen({ kind: 'set', set: null })}
        >
          {m.leads_sets_new_upper()}
        </Button>
      </div>
    </div>
  );
}

function unassignedText(count: number): string {
  if (count === 0) return m.leads_sets_allAssigned();
  return count === 1 ? m.leads_sets_unassigned_one() : m.leads_sets_unassigned_many({ count });
}
