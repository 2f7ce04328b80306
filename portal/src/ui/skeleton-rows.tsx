import { Skeleton } from '@mantine/core';
import * as m from '#messages';
import classes from './data-grid.module.css';

/** Gray placeholders for rows that are loading. */
export function SkeletonRows({ columns, rows = 8 }: { columns: number; rows?: number }) {
  const cells = Array.from({ length: Math.min(columns, 6) }, (_none, index) => index);
  return (
    <div className={classes.skeleton} role="status" aria-label={m.common_loading()}>
      {Array.from({ length: rows }, (_none, row) => (
        <div key={row} className={classes.skeletonRow}>
          {cells.map((cell) => (
            <Skeleton
              key={cell}
              height={12}
              radius="sm"
              width={`${55 + ((row * 3 + cell * 5) % 4) * 11}%`}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
