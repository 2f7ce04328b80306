import type { ReactNode } from 'react';
import { DataTable, type DataTableColumn } from 'mantine-datatable';
import 'mantine-datatable/styles.layer.css';
import { IconChevronUp, IconSelector } from './icons.ts';
import type { GridView } from './grid-view.ts';
import { GridFooter } from './grid-footer.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';
import { EmptyState, ErrorState } from './states.tsx';
import classes from './data-grid.module.css';

interface Props<Row> {
  /** The rows' name for screen readers. */
  label: string;
  columns: DataTableColumn<Row>[];
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined;
  total: number;
  view: GridView;
  /** Only what changed; a changed order or size starts at page 1 again. */
  onView: (change: Partial<GridView>) => void;
  pageSizes: readonly number[];
  /** A later page is on its way. */
  loading?: boolean;
  failed?: boolean;
  onRetry: () => void;
  empty: { title: string; text: ReactNode; action?: ReactNode };
  /** Stands left in the footer: totals. */
  summary?: ReactNode;
  /** The narrowest width at which the columns read well, in pixels; narrower windows scroll behind the first column. */
  minWidth?: number;
  /** Keeps the last column in view: for a row's actions. */
  pinLast?: boolean;
}

const tableHeight = 'max(420px, calc(100dvh - 330px))';

const look = {
  minHeight: 120,
  pinFirstColumn: true,
  rowBorderColor: 'var(--color-border)',
  borderRadius: 0,
  withTableBorder: false,
  highlightOnHover: true,
  verticalSpacing: 'xs',
  horizontalSpacing: 'md',
  fz: 'sm',
  sortIcons: { sorted: <IconChevronUp size={14} stroke={2.4} />, unsorted: <IconSelector size={14} stroke={1.8} /> },
} as const;

/** A paged, sorted table with its loading, empty and failed states. Rows have an `id`. */
export function DataGrid<Row extends { id: number }>(props: Props<Row>) {
  const { label, columns, rows, total, view, onView, loading = false, failed = false, empty } = props;
  if (failed) return <ErrorState onRetry={props.onRetry} />;
  if (rows === undefined) return <SkeletonRows columns={columns.length} />;
  if (rows.length === 0 && view.page === 1) return <EmptyState {...empty} />;
  return (
    <div className={classes.grid} data-busy={loading || undefined} aria-busy={loading} role="region" aria-label={label}>
      <DataTable<Row>
        {...look}
        records={rows as Row[]}
        noRecordsText={rows.length === 0 ? 'Nothing on this page' : ''}
        columns={columns}
        maxHeight={tableHeight}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': label } }}
        classNames={{ table: classes.table ?? '', header: classes.header ?? '' }}
        styles={{ table: { minWidth: props.minWidth ?? 880 } }}
        pinLastColumn={props.pinLast ?? false}
        sortStatus={{ columnAccessor: view.order.slice(1), direction: view.order.startsWith('-') ? 'desc' : 'asc' }}
        onSortStatusChange={({ columnAccessor, direction }) =>
          onView({ order: `${direction === 'desc' ? '-' : '+'}${String(columnAccessor)}`, page: 1 })
        }
      />
      <GridFooter view={view} total={total} pageSizes={props.pageSizes} onView={onView} summary={props.summary} />
    </div>
  );
}
