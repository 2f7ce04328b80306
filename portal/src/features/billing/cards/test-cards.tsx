import type { Gateway } from './api/get-gateway.ts';
import { groupNumber } from './card-digits.ts';
import classes from './cards.module.css';

/** The sandbox's numbers and what they do; choosing one fills it in. */
export function TestCards({
  cards,
  onChoose,
}: {
  cards: Gateway['testCards'];
  onChoose: (number: string) => void;
}) {
  if (cards.length === 0) return null;
  return (
    <details className={classes.test}>
      <summary>
        <strong>Test mode.</strong> No money moves. Show the card numbers that work here
      </summary>
      <ul>
        {cards.map(({ number, description }) => (
          <li key={number}>
            <button
              type="button"
              onClick={() => onChoose(number)}
              aria-label={`Use ${groupNumber(number)}: ${description}`}
            >
              {groupNumber(number)}
            </button>
            <span>{description}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
