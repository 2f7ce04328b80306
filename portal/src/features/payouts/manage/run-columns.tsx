import { Button } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import type { PayoutRun } from '@lintel/contract/payouts';
import { formatMoment } from '../../../lib/format-moment.ts';
import { formatCount, formatMoney, formatShortDate } from '../../../lib/format.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { largestFirst } from '../../../ui/grid-view.ts';
import classes from './manage.module.css';

interface Actions {
  busy: number | null;
  open: (run: PayoutRun) => void;
  download: (run: PayoutRun) => void;
  confirm: (run: PayoutRun) => void;
}

/** Who did something and when, in two lines. */
const By = ({ at, by }: { at: string; by: string }) => (
  <span className={classes.who}>
    <span>{formatMoment(at)}</span>
    <span>{by || 'Automatic'}</span>
  </span>
);

const facts: DataTableColumn<PayoutRun>[] = [
  {
    accessor: 'startedAt',
    title: 'Started',
    ...largestFirst,
    width: 200,
    render: ({ startedAt, startedBy }) => <By at={startedAt} by={startedBy} />,
  },
  {
    accessor: 'total',
    title: 'Total',
    textAlign: 'right',
    width: 150,
    cellsClassName: 'numbers',
    render: ({ total, payees }) => (
      <span className={classes.who}>
        <span>{formatMoney(total)}</span>
        <span>{`to ${formatCount(payees, 'contractor')}`}</span>
      </span>
    ),
  },
  {
    accessor: 'effectiveOn',
    title: 'Bank day',
    width: 130,
    noWrap: true,
    render: ({ effectiveOn }) => formatShortDate(effectiveOn),
  },
  {
    accessor: 'confirmedAt',
    title: 'Status',
    render: ({ confirmedAt, confirmedBy, returned }) => (
      <span className={classes.badges}>
        <StatusBadge
          status={confirmedAt === null ? 'Sent' : 'Paid'}
          tone={confirmedAt === null ? 'blue' : 'green'}
        />
        {returned > 0 && <StatusBadge status={`${returned} returned`} tone="red" />}
        {confirmedAt !== null && (
          <span className={classes.quiet}>{`${formatShortDate(confirmedAt)}, ${confirmedBy}`}</span>
        )}
      </span>
    ),
  },
];

/** The grid's columns, with what can be done with a run. */
export const runColumns = ({
  busy,
  open,
  download,
  confirm,
}: Actions): DataTableColumn<PayoutRun>[] => [
  ...facts,
  {
    accessor: 'actions',
    title: '',
    width: 340,
    textAlign: 'right',
    render: (run) => (
      <span className={classes.actions}>
        <Button
          size="compact-md"
          variant="subtle"
          aria-label={`Payouts of run ${run.id}`}
          onClick={() => open(run)}
        >
          {formatCount(run.count, 'payout')}
        </Button>
        <Button
          size="compact-md"
          variant={run.downloadedAt === null && run.confirmedAt === null ? 'filled' : 'default'}
          aria-label={`Download the file of run ${run.id}`}
          loading={busy === run.id}
          onClick={() => download(run)}
        >
          {run.downloadedAt === null ? 'Download' : 'Download again'}
        </Button>
        {run.confirmedAt === null && (
          <Button
            size="compact-md"
            variant={run.downloadedAt === null ? 'default' : 'filled'}
            aria-label={`Mark run ${run.id} as paid`}
            disabled={busy === run.id}
            onClick={() => confirm(run)}
          >
            Mark as paid
          </Button>
        )}
      </span>
    ),
  },
];
