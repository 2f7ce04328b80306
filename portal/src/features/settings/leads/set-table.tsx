import { ActionIcon, Tooltip } from '@mantine/core';
import type { DistributionSet } from '@lintel/contract/leads-distribution';
import { shownSetSources } from '@lintel/contract/leads-constants';
import { IconPencil, IconTrash, IconUsers } from '../../../ui/icons.ts';
import type { DistributionMode } from './distribution-modal.tsx';
import { useDeleteSet } from './use-delete-set.ts';
import classes from './leads.module.css';

interface Props {
  sets: readonly DistributionSet[];
  onOpen(mode: DistributionMode): void;
}

/** The sets: what is in them, who gets it, and what can be done. */
export function SetTable({ sets, onOpen }: Props) {
  const remove = useDeleteSet();
  return (
    <table className={classes.sets} aria-label="Lead distribution">
      <thead>
        <tr>
          <th scope="col">Set</th>
          <th scope="col">Lead sources</th>
          <th scope="col">Lead owners</th>
          <th scope="col" className={classes.number}>
            Not distributed
          </th>
          <th scope="col">
            <span className={classes.spoken}>Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sets.map((set) => (
          <SetRow key={set.id} set={set} onOpen={onOpen} onDelete={() => void remove(set)} />
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
    { label: 'Edit owners', icon: IconUsers, run: () => onOpen({ kind: 'owners', set }) },
    { label: 'Edit set', icon: IconPencil, run: () => onOpen({ kind: 'set', set }) },
    { label: 'Delete set', icon: IconTrash, run: onDelete },
  ];
  return (
    <tr>
      <th scope="row">{title}</th>
      <td data-label="Lead sources">
        <span className={classes.count}>{leadSources.length}</span>
        <span className={classes.names}>{namesIn(set)}</span>
      </td>
      <td data-label="Lead owners">
        <ul className={classes.owners}>
          {leadOwners.map(({ id, fullName, percent }) => (
            <li key={id}>
              {fullName} <strong>{percent}%</strong>
            </li>
          ))}
          {leadOwners.length === 0 && <li className={classes.quiet}>Nobody</li>}
        </ul>
      </td>
      <td data-label="Not distributed" className={classes.number}>
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
