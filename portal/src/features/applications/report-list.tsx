import { useMediaQuery } from '@mantine/hooks';
import type { ApplicationRow } from '@lintel/contract/applications/report';
import { formatCount } from '../../lib/format.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import type { GridView } from '../../ui/grid-view.ts';
import { GridFooter } from '../../ui/grid-footer.tsx';
import { Link } from '../../ui/link.tsx';
import { pageSizes } from './api/get-applications.ts';
import { ApplicationCard } from './application-card.tsx';
import { reportColumns } from './report-columns.tsx';
import classes from './applications.module.css';

interface Props {
  rows: readonly ApplicationRow[] | undefined;
  total: number;
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
  view,
  onView,
  loading,
  failed,
  onRetry,
  filtered,
}: Props) {
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const summary = formatCount(total, 'application');
  if (narrow && !failed && rows !== undefined && rows.length > 0) {
    return (
      <div aria-busy={loading}>
        <ul className={classes.cards} aria-label="Applications">
          {rows.map((row) => (
            <ApplicationCard key={row.id} row={row} />
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
  const empty = filtered
    ? {
        title: 'No applications found',
        text: 'Nothing matches these filters. Try a longer period or take a filter off.',
      }
    : {
        title: 'No applications in this period',
        text: 'Applications appear here as soon as a homeowner starts the form on your page.',
        action: <Link to="/co-branded">Share your page</Link>,
      };
  return (
    <DataGrid
      label="Applications"
      columns={reportColumns()}
      rows={rows}
      total={total}
      view={view}
      onView={onView}
      pageSizes={pageSizes}
      loading={loading}
      failed={failed}
      onRetry={onRetry}
      minWidth={1710}
      summary={summary}
      empty={empty}
    />
  );
}
