import classes from './choice-chips.module.css';

interface Props<Key extends string> {
  /** The accessible name of the choice. */
  label: string;
  choices: readonly { key: Key; label: string; count?: string | undefined }[];
  chosen: Key;
  /** The value after another press on the selected chip. */
  standard: Key;
  onChoose(key: Key): void;
  /** Wraps the chips instead of scrolling sideways. */
  wrap?: boolean;
}

/** Selects one of a few options, each with an optional count. */
export function ChoiceChips<Key extends string>(props: Props<Key>) {
  const { label, choices, chosen, standard, onChoose, wrap } = props;
  return (
    <div className={classes.chips} data-wrap={wrap} role="group" aria-label={label}>
      {choices.map(({ key, label: name, count }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === chosen}
          onClick={() => onChoose(key === chosen ? standard : key)}
        >
          {name}
          {count !== undefined && (
            <>
              {' '}
              <span>{count}</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
}
