import { Children, useId, useState, type ReactNode } from 'react';
import * as m from '#messages';
import { IconAdjustmentsHorizontal, IconX } from './icons.ts';
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

/** With fewer inputs than this, a phone has room for all of them. */
const foldedFrom = 3;

/**
 * Filters above a list and, below them, the ones that are set, each removable. On a phone all inputs
 * but the search fold behind one button that counts the filters that are set.
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
