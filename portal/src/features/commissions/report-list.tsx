import { useMediaQuery } from '@mantine/hooks';
import type { CommissionRow } from '@lintel/contract/commissions';
import { commissionPageSizes as pageSizes } from '@lintel/contract/commissions-constants';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { GridFooter } from '../../ui/grid-footer.tsx';
import type { GridView } from '../../ui/grid-view.ts';
import { Customer, TypeWords } from './commission-words.tsx';
import { reportColumns } from './report-columns.tsx';
import classes from './commissions.module.css';

interface Props {
  rows: readonly CommissionRow[] | undefined;
  total: number;
  /** Of all rows that match, in dollars. */
  commissionTotal: number;
  view: GridView;
  onView(change: Partial<GridView>): void;
  loading: boolean;
  failed: boolean;
  onRetry(): void;
}

const empty = {
  title: 'Nothing here',
  text: 'There are no commissions that match. Try a longer period, or take a filter off.',
};

/** The commissions: a table, or cards on a phone. */
export function ReportList({ commissionTotal, ...props }: Props) {
  const narrow = useMediaQuery('(max-width: 499px)') ?? false;
  const { rows, total, view, onView } = props;
  const summary = (
    <>
      Commission (Total) <strong>{formatMoney(commissionTotal)}</strong>
    </>
  );
  if (narrow && !props.failed && rows !== undefined && rows.length > 0) {
    return (
      <div aria-busy={props.loading}>
        <ul className={classes.cards} aria-label="Commissions">
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
      label="Commissions"
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
    <span className={classes.quiet}>{formatDate(row.date)}</span>
  </li>
);
