import type { DataTableColumn } from 'mantine-datatable';
import { useMediaQuery } from '@mantine/hooks';
import * as m from '#messages';
import type { CommissionRow } from '@lintel/contract/commissions/report';
import {
  adjustmentTypes,
  commissionLabels,
  commissionPageSizes as pageSizes,
} from '@lintel/contract/commissions/constants';
import { formatWholeMoney, formatBusinessDate, formatMoney } from '../../lib/format.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { GridFooter } from '../../ui/grid-footer.tsx';
import { largestFirst, type GridView } from '../../ui/grid-view.ts';
import { Rich } from '../../ui/rich.tsx';
import classes from './commissions.module.css';

/** The commission's homeowner and company, or why staff added it. */
const Customer = ({ row: { userName, companyName, note } }: { row: CommissionRow }) => (
  <div className={classes.customer}>
    <strong>{note || userName || '-'}</strong>
    {companyName !== '' && <span className={classes.quiet}>{companyName}</span>}
  </div>
);

/** The commission's type, with the funded amount for a loan, and whether it is a reversal. */
function TypeWords({ row: { type, fundedAmount, commission, onHold } }: { row: CommissionRow }) {
  const amount =
    type === 'loan' && fundedAmount !== null && fundedAmount > 0
      ? ` (${formatWholeMoney(fundedAmount)})`
      : '';
  // A negative adjustment reverses nothing.
  const isAdjustment = adjustmentTypes.some((one) => one === type);
  return (
    <>
      {commissionLabels[type]}
      {amount}
      {commission < 0 && !isAdjustment && <em className={classes.mark}>{m.common_reversed()}</em>}
      {onHold && <em className={classes.mark}>{m.commissions_list_onHold()}</em>}
    </>
  );
}

const sortable = true;

const reportColumns: DataTableColumn<CommissionRow>[] = [
  {
    accessor: 'userName',
    sortable,
    title: m.common_customer(),
    width: '36%',
    render: (row) => <Customer row={row} />,
  },
  {
    accessor: 'date',
    ...largestFirst,
    title: m.common_date(),
    noWrap: true,
    render: ({ date }) => formatBusinessDate(date),
  },
  {
    accessor: 'commission',
    ...largestFirst,
    title: m.commissions_list_amount(),
    textAlign: 'right',
    noWrap: true,
    render: ({ commission }) => formatMoney(commission),
  },
  {
    accessor: 'type',
    sortable,
    title: m.common_type(),
    width: '30%',
    render: (row) => <TypeWords row={row} />,
  },
];

interface Props {
  rows: readonly CommissionRow[] | undefined;
  total: number;
  /** The total of all matching rows, in dollars. */
  commissionTotal: number;
  view: GridView;
  onView(change: Partial<GridView>): void;
  loading: boolean;
  failed: boolean;
  onRetry(): void;
}

const empty = {
  title: m.common_nothingHere(),
  text: m.commissions_list_emptyText(),
};

/** The commissions: a table, or cards on a phone. */
export function ReportList({ commissionTotal, ...props }: Props) {
  const narrow = useMediaQuery('(max-width: 499px)') ?? false;
  const { rows, total, view, onView } = props;
  const summary = (
    <>
      <Rich
        text={m.commissions_list_total({
          commissionTotal: formatMoney(commissionTotal),
        })}
        parts={{ strong: (words) => <strong>{words}</strong> }}
      />
    </>
  );
  if (narrow && !props.failed && rows !== undefined && rows.length > 0) {
    return (
      <div aria-busy={props.loading}>
        <ul className={classes.cards} aria-label={m.screens_commissions()}>
          {rows.map((row) => (
            <CommissionCard key={row.id} row={row} />
          ))}
        </ul>
        <GridFooter
          view={view}
          total={total}
          pageSizes={pageSizes}
          onView={onView}
          summary={summary}
        />
      </div>
    );
  }
  return (
    <DataGrid
      {...props}
      label={m.screens_commissions()}
      columns={reportColumns}
      pageSizes={pageSizes}
      minWidth={640}
      summary={summary}
      empty={empty}
    />
  );
}

const CommissionCard = ({ row }: { row: CommissionRow }) => (
  <li className={classes.card}>
    <Customer row={row} />
    <strong className={classes.amount}>{formatMoney(row.commission)}</strong>
    <span className={classes.quiet}>
      <TypeWords row={row} />
    </span>
    <span className={classes.quiet}>{formatBusinessDate(row.date)}</span>
  </li>
);
