import { useState } from 'react';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import * as m from '#messages';
import { cardColumns, reportColumns } from '@lintel/contract/applications/report-columns';
import { applicationPageSizes as pageSizes } from '@lintel/contract/applications/report';
import type { ApplicationRow } from '@lintel/contract/applications/report-row';
import { stages, type Stage } from '@lintel/contract/applications/stages';
import { formatCount, formatDate, formatWholeMoney } from '../../lib/format.ts';
import type { Tone } from '../../theme.ts';
import { DataGrid, type GridColumn } from '../../ui/data-grid.tsx';
import type { GridView } from '../../ui/grid-view.ts';
import { GridFooter } from '../../ui/grid-footer.tsx';
import { IconChevronDown } from '../../ui/icons.ts';
import { Link } from '../../ui/link.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { isPlain, ReportCell } from './report-cells.tsx';
import { columnTitle, type ShownColumn } from './report-columns.ts';
import classes from './report.module.css';

/**
 * Column widths in pixels that differ from the contract's, so that the default columns fit at 1440.
 */
const widths: Partial<Record<ShownColumn, number>> = {
  applicantName: 230,
  requestedAmount: 124,
  stage: 100,
  largestOffer: 150,
  creditDecision: 152,
  nextStep: 232,
  receivedOffers: 320,
  funded: 140,
};
const plainWidth = 114;
const columnWidth = (column: ShownColumn): number =>
  widths[column] ?? (column === 'stage' ? plainWidth : (reportColumns[column].width ?? plainWidth));

const tones: Record<Stage, Tone> = {
  started: 'grey',
  sent: 'grey',
  nooffers: 'red',
  offers: 'blue',
  approved: 'green',
  funded: 'green',
};
const StageBadge = ({ stage }: { stage: Stage }) => (
  <StatusBadge status={stages[stage]} tone={tones[stage]} />
);

function gridColumn(column: ShownColumn): GridColumn<ApplicationRow> {
  const common = { accessor: column, title: columnTitle(column), width: columnWidth(column) };
  if (column === 'stage') return { ...common, render: ({ stage }) => <StageBadge stage={stage} /> };
  const { kind, sort } = reportColumns[column];
  return {
    ...common,
    ...(sort && { sortable: true, firstSort: sort }),
    ...(kind === 'money' && isPlain(column) && { textAlign: 'right' }),
    render: (row) =>
      column === 'requestedAmount' ? (
        <Requested row={row} />
      ) : (
        <ReportCell column={column} row={row} />
      ),
  };
}

/** The requested amount, and the start of the form. */
const Requested = ({ row }: { row: ApplicationRow }) => (
  <div className={classes.requested}>
    <ReportCell column="requestedAmount" row={row} />
    <time dateTime={row.appFormStarted}>{formatDate(row.appFormStarted)}</time>
  </div>
);

interface Props {
  rows: readonly ApplicationRow[] | undefined;
  total: number;
  more: boolean | undefined;
  view: GridView;
  onView(change: Partial<GridView>): void;
  /** The columns next to the applicant. */
  columns: readonly ShownColumn[];
  loading: boolean;
  failed: boolean;
  onRetry(): void;
  /** Whether a filter is set; an empty list then needs another message. */
  filtered: boolean;
}

/** The applications: a table, or cards on a phone. */
export function ReportList(props: Props) {
  const { rows, total, more = false, view, onView, loading, failed } = props;
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const navigate = useNavigate();
  const summary = formatCount(total, m.common_application_one(), m.common_application_many(), more);
  const footer = { view, total, more, pageSizes, onView, summary };
  if (narrow && !failed && rows !== undefined && rows.length > 0) {
    return (
      <div aria-busy={loading}>
        <ul className={classes.cards} aria-label={m.common_applications()}>
          {rows.map((row) => (
            <ApplicationCard key={row.id} row={row} />
          ))}
        </ul>
        <GridFooter {...footer} />
      </div>
    );
  }
  const names: readonly ShownColumn[] = ['applicantName', ...props.columns];
  return (
    <div className={classes.grid}>
      <DataGrid
        {...footer}
        label={m.common_applications()}
        columns={names.map(gridColumn)}
        rows={rows}
        flows
        onRow={({ id }) =>
          void navigate({ to: '/reports-applications/$id', params: { id: String(id) } })
        }
        loading={loading}
        failed={failed}
        onRetry={props.onRetry}
        minWidth={names.reduce((sum, name) => sum + columnWidth(name), 0)}
        empty={emptyState(props.filtered)}
      />
    </div>
  );
}

const emptyState = (filtered: boolean) =>
  filtered
    ? {
        title: m.applications_report_noneFound(),
        text: m.common_noFilterMatches(),
      }
    : {
        title: m.applications_report_noneInPeriod(),
        text: m.applications_report_empty(),
        action: <Link to="/co-branded">{m.applications_report_share()}</Link>,
      };

/** A report row on a phone: the essentials, and the rest when tapped. */
function ApplicationCard({ row }: { row: ApplicationRow }) {
  const [isOpen, setOpen] = useState(false);
  const amount = row.requestedAmount === null ? '–' : formatWholeMoney(row.requestedAmount);
  return (
    <li className={classes.card}>
      <div className={classes.glance}>
        <ReportCell column="applicantName" row={row} />
        <div className={classes.figures}>
          <strong>{amount}</strong>
          <StageBadge stage={row.stage} />
        </div>
        <ReportCell column="nextStep" row={row} />
        <button
          type="button"
          className={classes.more}
          aria-expanded={isOpen}
          aria-label={m.applications_report_moreAbout({
            name: row.applicantName || m.common_unnamed(),
          })}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown size={20} aria-hidden />
        </button>
      </div>
      {isOpen && (
        <dl className={classes.facts}>
          {[...cardColumns, 'receivedOffers' as const, 'funded' as const].map((column) => (
            <div key={column} data-wide={column === 'receivedOffers' || undefined}>
              <dt>{reportColumns[column].title}</dt>
              <dd>
                <ReportCell column={column} row={row} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
