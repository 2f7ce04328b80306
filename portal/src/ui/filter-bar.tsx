import { Children, useId, useState, type ReactNode } from 'react';
import * as m from '#messages';
import { IconAdjustmentsHorizontal, IconX } from './icons.ts';
import classes from './filter-bar.module.css';

/** An active filter: its label, and how to remove it. */
export interface FilterChip {
  key: string;
  label: string;
  onRemove: () => void;
}

interface Props {
  children: ReactNode;
  chips?: readonly FilterChip[];
  onClear?: () => void;
}

const none: readonly FilterChip[] = [];

/** With fewer inputs, all of them fit on a phone. */
const foldedFrom = 3;

/**
 * Filters above a list, and the active ones below them, each removable. On a phone all inputs
 * except the search fold behind a button that counts the active filters.
 */
export function FilterBar({ children, chips = none, onClear }: Props) {
  const [isOpen, setOpen] = useState(false);
  const inputs = useId();
  const folds = Children.toArray(children).length >= foldedFrom;
  return (
    <div className={classes.bar} role="search">
      {folds && (
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={inputs}
          onClick={() => setOpen(!isOpen)}
        >
          <IconAdjustmentsHorizontal size={18} aria-hidden />
          {chips.length > 0 ? m.common_filters_count({ count: chips.length }) : m.common_filters()}
        </button>
      )}
      <div id={inputs} className={classes.inputs} data-folded={(folds && !isOpen) || undefined}>
        {children}
      </div>
      {chips.length > 0 && (
        <ul className={classes.chips} aria-label={m.common_filters_active()}>
          {chips.map(({ key, label, onRemove }) => (
            <li key={key} className={classes.chip}>
              {label}
              <button
                type="button"
                onClick={onRemove}
                aria-label={m.common_filters_remove({ label })}
              >
                <IconX size={14} aria-hidden />
              </button>
            </li>
          ))}
          {onClear && chips.length > 1 && (
            <li>
              <button type="button" className={classes.clear} onClick={onClear}>
                {m.common_filters_clearAll()}
              </button>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
