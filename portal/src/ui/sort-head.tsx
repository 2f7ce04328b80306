import { useEffect, useRef, type ReactNode } from 'react';
import { IconChevronUp, IconSelector } from './icons.ts';
import classes from './data-grid.module.css';

type Sorted = 'ascending' | 'descending' | 'none';

interface Props {
  title: ReactNode;
  sorted: Sorted;
  onSort: () => void;
}

/**
 * The head of a column by which a table can be sorted: a button inside the heading cell, which
 * stays a column's heading for screen readers and says how it is sorted.
 */
export function SortHead({ title, sorted, onSort }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  // The table makes the cell around this and takes no attributes for it.
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
