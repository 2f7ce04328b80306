import { useState } from 'react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { DataTableColumn } from 'mantine-datatable';
import * as m from '#messages';
import type { listPayoutRuns, PayoutRun } from '@lintel/contract/payouts/runs';
import { payoutPageSizes } from '@lintel/contract/payouts/constants';
import { call } from '../../../lib/api/call.ts';
import { formatMoment } from '../../../lib/format-moment.ts';
import { formatCount, formatMoney, formatShortDate } from '../../../lib/format.ts';
import { ChoiceChips } from '../../../ui/choice-chips.tsx';
import { DataGrid } from '../../../ui/data-grid.tsx';
import { GridFooter } from '../../../ui/grid-footer.tsx';
import { type GridView, largestFirst } from '../../../ui/grid-view.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { runLabels } from '../labels.ts';
import { managedKey } from './payout-list.tsx';
import { useRunActions, type RunActions } from './run-actions.ts';
import { RunModal } from './run-modal.tsx';
import classes from './manage.module.css';

const get = call<typeof listPayoutRuns>({ method: 'GET', path: '/payout-run' });

const firstRuns: GridView = { page: 1, limit: 25, order: '-preparedAt' };

/** One page of runs. The last page stays visible while the next one loads. */
const runsQuery = ({ page, limit, order }: GridView, releasable: boolean) =>
  queryOptions({
    queryKey: [...managedKey, 'runs', { page, limit, order, releasable }],
    queryFn: ({ signal }) => get({ query: { page, limit, order, releasable } }, { signal }),
    placeholderData: keepPreviousData,
  });

interface Actions extends RunActions {
  open: (run: PayoutRun) => void;
}

/** A user and a time, on two lines. */
const By = ({ at, byText }: { at: string; byText: string }) => (
  <span className={classes.who}>
    <span>{formatMoment(at)}</span>
    <span>{byText || m.payouts_runs_automatic()}</span>
  </span>
);

/** The latest step of a run and its user; for a waiting run, who has to act. */
function runHistory(run: PayoutRun): string {
  const { state, releasable, canceledAt, canceledBy, confirmedAt, confirmedBy } = run;
  if (state === 'prepared') return releasable ? '' : m.payouts_runs_needsOther();
  if (state === 'canceled') return byText(canceledAt, canceledBy);
  return state === 'paid'
    ? byText(confirmedAt, confirmedBy)
    : byText(run.releasedAt, run.releasedBy);
}

const byText = (at: string | null, person: string): string =>
  [at === null ? '' : formatShortDate(at), person].filter((part) => part !== '').join(', ');

const Status = ({ run }: { run: PayoutRun }) => {
  const { label, tone } = runLabels[run.state];
  const story = runHistory(run);
  return (
    <span className={classes.badges}>
      <StatusBadge status={label} tone={tone} />
      {run.leftOutCount > 0 && (
        <StatusBadge
          status={m.payouts_runs_leftOut({ leftOutCount: run.leftOutCount })}
          tone="amber"
        />
      )}
      {run.returned > 0 && (
        <StatusBadge status={m.payouts_runs_returned({ returned: run.returned })} tone="red" />
      )}
      {story !== '' && <span className={classes.quiet}>{story}</span>}
    </span>
  );
};

const facts: DataTableColumn<PayoutRun>[] = [
  {
    accessor: 'preparedAt',
    title: m.payouts_runs_prepared(),
    ...largestFirst,
    width: 200,
    render: ({ preparedAt, preparedBy }) => <By at={preparedAt} byText={preparedBy} />,
  },
  {
    accessor: 'total',
    title: m.common_total(),
    textAlign: 'right',
    width: 140,
    cellsClassName: 'numbers',
    render: ({ total, payees }) => (
      <span className={classes.who}>
        <span>{formatMoney(total)}</span>
        {payees > 0 && (
          <span>
            {m.payouts_runs_payees_inline({
              payees: formatCount(payees, m.common_contractor_one(), m.common_contractor_many()),
            })}
          </span>
        )}
      </span>
    ),
  },
  {
    accessor: 'effectiveOn',
    title: m.payouts_runs_bankDay(),
    width: 120,
    noWrap: true,
    render: ({ effectiveOn }) => (effectiveOn === null ? '–' : formatShortDate(effectiveOn)),
  },
  { accessor: 'state', title: m.common_status(), render: (run) => <Status run={run} /> },
];

interface RowProps {
  run: PayoutRun;
  actions: Actions;
}

/** The actions before the release. */
const Decision = ({ run, actions: { busy, release, cancel } }: RowProps) => (
  <>
    <Button
      size="compact-md"
      variant="default"
      aria-label={m.payouts_runs_cancelNamed({ id: run.id })}
      disabled={busy === run.id}
      onClick={() => cancel(run)}
    >
      {m.common_cancel()}
    </Button>
    {run.releasable && (
      <Button
        size="compact-md"
        aria-label={m.payouts_runs_releaseNamed({ id: run.id })}
        loading={busy === run.id}
        onClick={() => release(run)}
      >
        {m.payouts_release_submit()}
      </Button>
    )}
  </>
);

/** The actions on the file. */
const Delivery = ({ run, actions: { busy, download, confirm } }: RowProps) => (
  <>
    <Button
      size="compact-md"
      variant={run.downloadedAt === null && run.confirmedAt === null ? 'filled' : 'default'}
      aria-label={m.payouts_runs_downloadNamed({ id: run.id })}
      loading={busy === run.id}
      onClick={() => download(run)}
    >
      {run.downloadedAt === null ? m.common_download() : m.payouts_runs_downloadAgain()}
    </Button>
    {run.confirmedAt === null && (
      <Button
        size="compact-md"
        variant={run.downloadedAt === null ? 'default' : 'filled'}
        aria-label={m.payouts_runs_markPaidNamed({ id: run.id })}
        disabled={busy === run.id}
        onClick={() => confirm(run)}
      >
        {m.payouts_paid_submit()}
      </Button>
    )}
  </>
);

const RunButtons = ({ run, actions }: RowProps) =>
  run.state === 'canceled' ? null : (
    <span className={classes.actions}>
      <Button
        size="compact-md"
        variant="subtle"
        aria-label={m.payouts_run_payoutsOf({ id: run.id })}
        onClick={() => actions.open(run)}
      >
        {formatCount(run.count, m.payouts_payout_one(), m.payouts_payout_many())}
      </Button>
      {run.state === 'prepared' ? (
        <Decision run={run} actions={actions} />
      ) : (
        <Delivery run={run} actions={actions} />
      )}
    </span>
  );

/** The columns of the grid, including the actions. */
const runColumns = (actions: Actions): DataTableColumn<PayoutRun>[] => [
  ...facts,
  {
    accessor: 'actions',
    title: '',
    width: 340,
    textAlign: 'right',
    render: (run) => <RunButtons run={run} actions={actions} />,
  },
];

/** A run on a phone, where a table's buttons would be out of view. */
const RunCard = ({ run, actions }: RowProps) => (
  <li className={classes.card}>
    <Status run={run} />
    <div className={classes.pair}>
      <div>
        <span className={classes.quiet}>{m.payouts_runs_prepared()}</span>
        <By at={run.preparedAt} byText={run.preparedBy} />
      </div>
      <span className={classes.sum}>{formatMoney(run.total)}</span>
    </div>
    <p className={classes.quiet}>
      {[
        run.payees > 0
          ? m.payouts_runs_payees({
              payees: formatCount(
                run.payees,
                m.common_contractor_one(),
                m.common_contractor_many(),
              ),
            })
          : '',
        run.effectiveOn === null
          ? ''
          : m.payouts_runs_bankDayOn({ effectiveOn: formatShortDate(run.effectiveOn) }),
      ]
        .filter((part) => part !== '')
        .join(' · ')}
    </p>
    <RunButtons run={run} actions={actions} />
  </li>
);

const noRuns = { title: m.payouts_runs_none(), text: m.payouts_runs_noneText() };
const nothingToRelease = {
  title: m.payouts_runs_noneToRelease(),
  text: m.payouts_runs_noneToReleaseText(),
};

interface Props {
  /** Only runs that this user may release. */
  toRelease: boolean;
  onToRelease(only: boolean): void;
}

/** All runs: those waiting for a release, the others with their files, and their states. */
export function RunsTab({ toRelease, onToRelease }: Props) {
  const [view, setView] = useState(firstRuns);
  const [opened, setOpened] = useState<PayoutRun | null>(null);
  const list = useQuery(runsQuery(view, toRelease));
  // A released run leaves the list of runs to release, and staff need its file next.
  const actions = { ...useRunActions(() => onToRelease(false)), open: setOpened };
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const rows = list.data?.data;
  const paging = {
    view,
    total: list.data?.total ?? 0,
    onView: (part: Partial<GridView>) => setView((now) => ({ ...now, ...part })),
    pageSizes: payoutPageSizes,
    summary: list.data && formatCount(list.data.total, m.common_run_one(), m.common_run_many()),
  };
  return (
    <>
      <div className={classes.which}>
        <ChoiceChips<'all' | 'to-release'>
          label={m.payouts_runs_filter()}
          choices={[
            { key: 'all', label: m.common_all() },
            { key: 'to-release', label: m.payouts_runs_toRelease() },
          ]}
          chosen={toRelease ? 'to-release' : 'all'}
          standard="all"
          onChoose={(key) => {
            setView(({ limit, order }) => ({ ...firstRuns, limit, order }));
            onToRelease(key === 'to-release');
          }}
        />
      </div>
      {narrow && !list.isError && rows !== undefined && rows.length > 0 ? (
        <div aria-busy={list.isPlaceholderData}>
          <ul className={classes.cards} aria-label={m.payouts_runs_label()}>
            {rows.map((run) => (
              <RunCard key={run.id} run={run} actions={actions} />
            ))}
          </ul>
          <GridFooter {...paging} />
        </div>
      ) : (
        <DataGrid
          {...paging}
          label={m.payouts_runs_label()}
          columns={runColumns(actions)}
          rows={rows}
          loading={list.isPlaceholderData}
          failed={list.isError}
          onRetry={() => void list.refetch()}
          minWidth={1080}
          pinLast
          empty={toRelease ? nothingToRelease : noRuns}
        />
      )}
      {opened !== null && <RunModal run={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
