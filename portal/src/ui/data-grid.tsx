import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { DataTable, humanize, type DataTableColumn } from 'mantine-datatable';
import * as m from '#messages';
import { GridFooter } from './grid-footer.tsx';
import type { GridView } from './grid-view.ts';
import { IconChevronUp, IconSelector } from './icons.ts';
import { PlainButton } from './plain-button.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';
import { EmptyState, ErrorState } from './states.tsx';
import classes from './data-grid.module.css';
import 'mantine-datatable/styles.layer.css';

type SortDirection = 'ascending' | 'descending' | 'none';

interface SortHeadProps {
  title: ReactNode;
  sorted: SortDirection;
  onSort: () => void;
}

/**
 * The header of a sortable column: a button inside the header cell. The cell stays a column header
 * for screen readers and exposes its sort direction.
 */
function SortHead({ title, sorted, onSort }: SortHeadProps) {
  const button = useRef<HTMLButtonElement>(null);
  // The table renders the surrounding cell and accepts no attributes for it.
  useEffect(() => button.current?.closest('th')?.setAttribute('aria-sort', sorted), [sorted]);
  return (
    <button
      ref={button}
      type="button"
      className={classes.sort}
      data-sorted={sorted}
      onClick={onSort}
    >
      <span>{title}</span>
      {sorted === 'none' ? (
        <IconSelector size={14} stroke={1.8} aria-hidden />
      ) : (
        <IconChevronUp size={14} stroke={2.4} aria-hidden />
      )}
    </button>
  );
}

/**
 * A column. `firstSort` is the direction after the first press of the header: A to Z for texts by
 * default, newest or largest first for dates and amounts.
 */
export type GridColumn<Row> = DataTableColumn<Row> & { firstSort?: 'A to Z' | 'largest first' };

interface DataGridProps<Row> {
  /** The accessible name of the rows. */
  label: string;
  columns: GridColumn<Row>[];
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined;
  total: number;
  /** There are more rows than `total`. */
  more?: boolean | undefined;
  view: GridView;
  /** Gets only the changes; a changed order or page size returns to page 1. */
  onView: (change: Partial<GridView>) => void;
  pageSizes: readonly number[];
  /** Another page is loading. */
  loading?: boolean;
  failed?: boolean;
  /** There are no rows at all, so `empty` shows on every page. */
  missing?: boolean;
  onRetry: () => void;
  empty: { title: string; text: ReactNode; action?: ReactNode };
  /** On the left of the footer, for totals. */
  summary?: ReactNode;
  /** The minimum table width in pixels; narrower windows scroll behind the first column. */
  minWidth?: number;
  /**
   * Grows with its rows, so the page scrolls and the headings stay in view. Only while the
   * columns fit: a narrower grid scrolls sideways in its own box.
   */
  flows?: boolean;
  /** Runs on a press of a row outside its links and buttons. */
  onRow?: (row: Row) => void;
  /** Keeps the last column in view, for row actions. */
  pinLast?: boolean;
}

const usualWidth = 880;
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
} as const;

/** The width of an element in pixels, measured before the first paint to avoid a layout shift. */
function useWidth() {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const measure = (): void => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

/** A paged, sorted table with loading, empty, and failed states. Rows have an `id`. */
export function DataGrid<Row extends { id: number }>(props: DataGridProps<Row>) {
  const {
    label,
    columns,
    rows,
    total,
    view,
    onView,
    loading = false,
    failed = false,
    missing = false,
    empty,
    onRow,
    minWidth = usualWidth,
  } = props;
  const { ref, width } = useWidth();
  const flows = props.flows === true && width >= minWidth;
  if (failed) return <ErrorState onRetry={props.onRetry} />;
  if (rows === undefined) return <SkeletonRows columns={columns.length} />;
  if (rows.length === 0 && (view.page === 1 || missing)) return <EmptyState {...empty} />;
  if (rows.length === 0 && !loading) return <PageTooFar onBack={() => onView({ page: 1 })} />;
  return (
    <div
      ref={ref}
      className={classes.grid}
      data-flows={flows || undefined}
      data-busy={loading || undefined}
      aria-busy={loading}
      role="region"
      aria-label={label}
    >
      <DataTable<Row>
        {...look}
        records={[...rows]}
        noRecordsText=""
        columns={columns.map((column) =>
          withSortHead(column, view.order, (order) => onView({ order, page: 1 })),
        )}
        {...(flows ? {} : { maxHeight: tableHeight })}
        {...(onRow && { onRowClick: ({ record, event }) => pressed(event, () => onRow(record)) })}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': label } }}
        classNames={{ table: classes.table ?? '', header: classes.header ?? '' }}
        styles={{ table: { minWidth } }}
        pinLastColumn={props.pinLast ?? false}
      />
      <GridFooter
        view={view}
        total={total}
        more={props.more}
        pageSizes={props.pageSizes}
        onView={onView}
        summary={props.summary}
      />
    </div>
  );
}

/** Ignores presses on controls inside a row, and text selections. */
function pressed({ target }: { target: EventTarget }, go: () => void): void {
  const isOwn = target instanceof Element && target.closest('a, button, input, label') !== null;
  if (!isOwn && window.getSelection()?.type !== 'Range') go();
}

/** A page past the end, for example from an old address, with a link back. */
const PageTooFar = ({ onBack }: { onBack: () => void }) => (
  <EmptyState
    title={m.common_grid_emptyPage()}
    text={m.common_grid_emptyPageText()}
    action={<PlainButton onClick={onBack}>{m.common_grid_backToFirst()}</PlainButton>}
  />
);

/** Adds a sortable header to a column, which replaces the table's own sorting. */
function withSortHead<Row>(
  column: GridColumn<Row>,
  order: string,
  onOrder: (order: string) => void,
): DataTableColumn<Row> {
  const { sortable, firstSort, ...rest } = column;
  if (!sortable) return rest;
  const field = String(column.accessor);
  const descending = order === `-${field}`;
  const isSorted = descending || order === `+${field}`;
  const next = isSorted ? (descending ? '+' : '-') : firstSort === 'largest first' ? '-' : '+';
  const sorted = !isSorted ? 'none' : descending ? 'descending' : 'ascending';
  const title = (
    <SortHead
      title={column.title ?? humanize(field)}
      sorted={sorted}
      onSort={() => onOrder(`${next}${field}`)}
    />
  );
  return { ...rest, title };
}
