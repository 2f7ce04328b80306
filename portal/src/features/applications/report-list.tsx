import { useMediaQuery } from '@mantine/hooks';
import * as m from '#messages';
import {
  cardColumns,
  reportColumns,
  gridColumns,
  type ReportColumn,
} from '@lintel/contract/applications/report-columns';
import { applicationPageSizes as pageSizes } from '@lintel/contract/applications/report';
import type { ApplicationRow } from '@lintel/contract/applications/report-row';
import { formatCount, formatDate, formatWholeMoney } from '../../lib/format.ts';
import { DataGrid, type GridColumn } from '../../ui/data-grid.tsx';
import type { GridView } from '../../ui/grid-view.ts';
import { GridFooter } from '../../ui/grid-footer.tsx';
import { Link } from '../../ui/link.tsx';
import { isPlain, ReportCell } from './report-cells.tsx';
import classes from './applications.module.css';

/** About the width of a column that is as wide as what it holds, in pixels. */
const plainWidth = 114;
const gridWidth = gridColumns
  .map((column) => reportColumns[column].width ?? plainWidth)
  .reduce((sum, width) => sum + width, 0);

const columns = gridColumns.map(gridColumn);

function gridColumn(column: ReportColumn): GridColumn<ApplicationRow> {
  const { title, kind, sort, width } = reportColumns[column];
  return {
    accessor: column,
    title,
    ...(sort && { sortable: true, firstSort: sort }),
    ...(width === undefined ? { noWrap: true } : { width }),
    ...(kind === 'money' && isPlain(column) && { textAlign: 'right' }),
    render: (row) => <ReportCell column={column} row={row} />,
  };
}

interface Props {
  rows: readonly ApplicationRow[] | undefined;
  total: number;
  about: boolean | undefined;
  view: GridView;
  onView(change: Partial<GridView>): void;
  loading: boolean;
  failed: boolean;
  onRetry(): void;
  /** Whether a filter is set: an empty list then means something else. */
  filtered: boolean;
}

/** The applications: a table, or cards on a phone. */
export function ReportList({
  rows,
  total,
  about = false,
  view,
  onView,
  loading,
  failed,
  onRetry,
  filtered,
}: Props) {
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const summary = formatCount(
    total,
    m.applications_n_application(),
    m.applications_n_applications(),
    about,
  );
  if (narrow && !failed && rows !== undefined && rows.length > 0) {
    return (
      <div aria-busy={loading}>
        <ul className={classes.cards} aria-label={m.common_applications()}>
          {rows.map((row) => (
            <ApplicationCard key={row.id} row={row} />
          ))}
        </ul>
        <GridFooter
          view={view}
          total={total}
          about={about}
          pageSizes={pageSizes}
          onView={onView}
          summary={summary}
        />
      </div>
    );
  }
  const empty = filtered
    ? {
        title: m.applications_no_applications_found(),
        text: m.common_nothing_matches_these_filters_try(),
      }
    : {
        title: m.applications_no_applications_in_this_period(),
        text: m.applications_applications_appear_here_as_soon(),
        action: <Link to="/co-branded">{m.applications_share_your_page()}</Link>,
      };
  return (
    <DataGrid
      label={m.common_applications()}
      columns={columns}
      rows={rows}
      total={total}
      about={about}
      view={view}
      onView={onView}
      pageSizes={pageSizes}
      loading={loading}
      failed={failed}
      onRetry={onRetry}
      minWidth={gridWidth}
      summary={summary}
      empty={empty}
    />
  );
}

/** A row of the report as a card: for phones, and where there is one application alone. */
export function ApplicationCard({
  row,
  monthlyBudget = null,
}: {
  row: ApplicationRow;
  /** About what a month may cost, in dollars, where the homeowner has said it. */
  monthlyBudget?: number | null;
}) {
  return (
    <li className={classes.card}>
      <ReportCell column="applicantName" row={row} />
      <dl className={classes.facts}>
        {cardColumns.map((column) => (
          <div key={column}>
            <dt>{reportColumns[column].title}</dt>
            <dd>
              <ReportCell column={column} row={row} />
              {column === 'requestedAmount' && monthlyBudget !== null && (
                <p className={classes.label}>
                  {m.applications_about_monthly_budget_a_month({
                    monthlyBudget: formatWholeMoney(monthlyBudget),
                  })}
                </p>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <CardPart title={reportColumns.nextStep.title} column="nextStep" row={row} />
      <CardPart title={reportColumns.receivedOffers.title} column="receivedOffers" row={row} />
      {row.fundedDate !== null && (
        <CardPart
          title={m.applications_funded_on_funded_date({ fundedDate: formatDate(row.fundedDate) })}
          column="funded"
          row={row}
        />
      )}
    </li>
  );
}

/** What needs the card's whole width. */
const CardPart = ({
  title,
  column,
  row,
}: {
  title: string;
  column: ReportColumn;
  row: ApplicationRow;
}) => (
  <div>
    <p className={classes.label}>{title}</p>
    <ReportCell column={column} row={row} />
  </div>
);
