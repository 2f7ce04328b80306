import type { ReactNode } from 'react';
import { NativeSelect, Pagination } from '@mantine/core';
import * as m from '#messages';
import { formatTotal } from '../lib/format.ts';
import type { GridView } from './grid-view.ts';
import classes from './data-grid.module.css';

interface Props {
  view: GridView;
  total: number;
  /** There are more rows than `total`, which weren't counted. */
  more?: boolean | undefined;
  pageSizes: readonly number[];
  onView: (change: Partial<GridView>) => void;
  summary: ReactNode;
}

/** The labels of the buttons next to the page numbers. */
const controls = {
  first: m.common_grid_firstPage(),
  previous: m.common_previousPage(),
  next: m.common_nextPage(),
  last: m.common_grid_lastPage(),
};

/** Below a grid: totals, the row range, the page size, and the pages. */
export function GridFooter({
  view: { page, limit },
  total,
  more = false,
  pageSizes,
  onView,
  summary,
}: Props) {
  const first = Math.min(total, (page - 1) * limit + 1);
  const last = Math.min(total, page * limit);
  return (
    <div className={classes.footer}>
      {summary !== undefined && <div className={classes.summary}>{summary}</div>}
      <span className={classes.count} aria-live="polite">
        {m.common_grid_range({
          first: first.toLocaleString('en-US'),
          last: last.toLocaleString('en-US'),
          total: formatTotal(total, more),
        })}
      </span>
      <label className={classes.size}>
        <span>{m.common_grid_perPage()}</span>
        <NativeSelect
          size="xs"
          data={pageSizes.map(String)}
          value={String(limit)}
          onChange={(event) => onView({ limit: Number(event.currentTarget.value), page: 1 })}
        />
      </label>
      {total > limit && (
        <Pagination
          size="sm"
          total={Math.ceil(total / limit) + (more ? 1 : 0)}
          value={page}
          onChange={(next) => onView({ page: next })}
          siblings={1}
          getControlProps={(control) => ({ 'aria-label': controls[control] })}
          getItemProps={(item) => ({ 'aria-label': m.common_grid_page({ page: item }) })}
        />
      )}
    </div>
  );
}
