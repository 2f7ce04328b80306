import classes from './choice-chips.module.css';

interface Props<Key extends string> {
  /** What is chosen, for those who do not see it. */
  label: string;
  choices: readonly { key: Key; label: string; count?: string | undefined }[];
  chosen: Key;
  /** What another press on the chosen one leads back to. */
  usual: Key;
  onChoose(key: Key): void;
  /** They take lines of their own instead of being moved sideways. */
  wrap?: boolean;
}

/** One of a few, each a press away, with how many there are. */
export function ChoiceChips<Key extends string>(props: Props<Key>) {
  const { label, choices, chosen, usual, onChoose, wrap } = props;
  return (
    <div className={classes.chips} data-wrap={wrap} role="group" aria-label={label}>
      {choices.map(({ key, label: name, count }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === chosen}
          onClick={() => onChoose(key === chosen ? usual : key)}
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
