import type { DataTableColumn } from 'mantine-datatable';
import type { ManagedPayout } from '@lintel/contract/payouts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { holdLabels } from '../words.ts';
import { amountColumn, contractorColumn, monthColumn } from './payout-columns.tsx';
import { PayoutList } from './payout-list.tsx';
import classes from './manage.module.css';

const columns: DataTableColumn<ManagedPayout>[] = [
  contractorColumn('26%'),
  amountColumn,
  monthColumn,
  {
    accessor: 'reasons',
    title: 'Waits for',
    width: 300,
    render: ({ reasons }) => (
      <span className={classes.badges}>
        {reasons.map((reason) => (
          <StatusBadge key={reason} status={holdLabels[reason]} tone="amber" />
        ))}
      </span>
    ),
  },
];

const empty = { title: 'Nothing is held', text: 'Every prepared payout can be paid.' };

/** What waits, and for what. It is examined again four times a day and with each change. */
export const HeldTab = () => (
  <PayoutList
    label="Held payouts"
    of={{ state: 'held' }}
    columns={columns}
    empty={empty}
    minWidth={760}
  />
);
