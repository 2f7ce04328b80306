import { useState } from 'react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import type {
  confirmPayoutRun,
  listPayoutRuns,
  payoutRunFile,
  startPayoutRun,
  PayoutRun,
} from '@lintel/contract/payouts/runs';
import { payoutPageSizes } from '@lintel/contract/payouts/constants';
import { call } from '../../../lib/api/call.ts';
import { addressOf } from '../../../lib/api/encode.ts';
import { send } from '../../../lib/api/send.ts';
import { openDialog } from '../../../lib/dialog.ts';
import { formatMoment } from '../../../lib/format-moment.ts';
import { formatCount, formatMoney, formatShortDate } from '../../../lib/format.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { toastLife } from '../../../lib/toast.ts';
import { useAction } from '../../../lib/use-action.ts';
import { DataGrid } from '../../../ui/data-grid.tsx';
import { type GridView, largestFirst } from '../../../ui/grid-view.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { managedKey } from './payout-list.tsx';
import { RunModal } from './run-modal.tsx';
import classes from './manage.module.css';

const handles = { handles: [404, 409, 500] };
const get = call<typeof listPayoutRuns>({ method: 'GET', path: '/payout-run' });
const start = call<typeof startPayoutRun>({ method: 'POST', path: '/payout-run' }, handles);
const confirm = call<typeof confirmPayoutRun>(
  { method: 'POST', path: '/payout-run/{id}/confirm' },
  handles,
);
const filePath: (typeof payoutRunFile)['path'] = '/payout-run/{id}/file';

const firstRuns: GridView = { page: 1, limit: 25, order: '-startedAt' };

/** One page of the runs. While the next one loads, the last one stays. */
const runsQuery = ({ page, limit, order }: GridView) =>
  queryOptions({
    queryKey: [...managedKey, 'runs', { page, limit, order }],
    queryFn: ({ signal }) => get({ query: { page, limit, order } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** What was seen as due: so many payouts of so many dollars, and when. */
export interface SeenDue {
  count: number;
  total: number;
  seenAt: string;
}

/** Pays what was seen as due. When it has changed, the refusal says what. */
export const startRun = (seen: SeenDue) => start({ body: seen });

const confirmRun = (id: number) => confirm({ params: { id } });

/** A run's file for the bank. */
const runFile = async (id: number): Promise<Blob> =>
  (await send(addressOf(filePath, { id }), { method: 'GET' }, handles)).blob();

const afterwards = { refresh: [managedKey], refreshAlways: true, failureLife: toastLife.long };

/**
 * What can be done with a run: fetching its file, and saying that the bank has taken it. `busy` is
 * the run that something is done with.
 */
function useRunActions() {
  const download = useAction({
    ask: ({ downloadedAt }: PayoutRun) => downloadedAt === null || openDialog(again),
    call: async ({ id }) => saveFile(await runFile(id), `payouts-${id}.ach`),
    ...afterwards,
  });
  const confirm = useAction({
    ask: ({ count, total }: PayoutRun) =>
      openDialog({
        title: 'Mark as paid?',
        text: `The bank has taken the file: ${formatCount(count, 'payout')} of ${formatMoney(total)} in all are marked as paid, and the contractors are told by e-mail.`,
        confirm: 'Mark as paid',
        cancel: 'Cancel',
      }),
    call: ({ id }) => confirmRun(id),
    said: ({ message }) => message,
    ...afterwards,
  });
  return {
    busy: download.busyWith?.id ?? confirm.busyWith?.id ?? null,
    download: (run: PayoutRun) => void download.run(run),
    confirm: (run: PayoutRun) => void confirm.run(run),
  };
}

const again = {
  title: 'Download it again?',
  text: 'This file was downloaded before. A bank that gets it twice may pay twice.',
  confirm: 'Download',
  cancel: 'Cancel',
  tone: 'warning',
} as const;

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
const runColumns = ({ busy, open, download, confirm }: Actions): DataTableColumn<PayoutRun>[] => [
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

/** The runs that were made: their files for the bank, and what became of them. */
export function RunsTab() {
  const [view, setView] = useState(firstRuns);
  const [opened, setOpened] = useState<PayoutRun | null>(null);
  const list = useQuery(runsQuery(view));
  const actions = useRunActions();
  return (
    <>
      <DataGrid
        label="Payout runs"
        columns={runColumns({ ...actions, open: setOpened })}
        rows={list.data?.data}
        total={list.data?.total ?? 0}
        view={view}
        onView={(part) => setView((now) => ({ ...now, ...part }))}
        pageSizes={payoutPageSizes}
        loading={list.isPlaceholderData}
        failed={list.isError}
        onRetry={() => void list.refetch()}
        minWidth={1080}
        summary={list.data && formatCount(list.data.total, 'run')}
        empty={{ title: 'No runs yet', text: 'A run is started where payouts are due.' }}
      />
      {opened !== null && <RunModal run={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
