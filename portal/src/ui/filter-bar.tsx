import type { ReactNode } from 'react';
import * as m from '#messages';
import { IconX } from './icons.ts';
import classes from './filter-bar.module.css';

/** A filter that is set: its words, and how to take it off. */
export interface FilterChip {
  key: string;
  label: string;
  onRemove: () => void;
}

interface Props {
  /** The inputs. */
  children: ReactNode;
  chips?: readonly FilterChip[];
  onClear?: () => void;
}

const none: readonly FilterChip[] = [];

/** Filters over a list, and below them what is set, each removable. */
export function FilterBar({ children, chips = none, onClear }: Props) {
  return (
    <div className={classes.bar} role="search">
      <div className={classes.inputs}>{children}</div>
      {chips.length > 0 && (
        <ul className={classes.chips} aria-label={m.common_filters_that_are_set()}>
          {chips.map(({ key, label, onRemove }) => (
            <li key={key} className={classes.chip}>
              {label}
              <button
                type="button"
                onClick={onRemove}
                aria-label={m.common_remove_the_filter_label({ label })}
              >
                <IconX size={14} aria-hidden />
              </button>
            </li>
          ))}
          {onClear && chips.length > 1 && (
            <li>
              <button type="button" className={classes.clear} onClick={onClear}>
                {m.common_clear_all()}
              </button>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
