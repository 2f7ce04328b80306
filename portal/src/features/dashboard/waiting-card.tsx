import { Link } from '../../ui/link.tsx';
import { Card } from '../../ui/card.tsx';
import { waitingItems, type Waiting } from './waiting-words.ts';
import classes from './waiting.module.css';

/** What waits for staff, each with the way to it. */
export function WaitingCard({ waiting }: { waiting: Waiting }) {
  const items = waitingItems(waiting);
  return (
    <Card title="Waiting for you" {...(items.length === 0 && { text: 'Nothing is waiting: everything is dealt with.' })}>
      {items.length > 0 && (
        <ul className={classes.list}>
          {items.map(({ key, count, label, target, search }) => (
            <li key={key}>
              <strong>{count.toLocaleString('en-US')}</strong>
              <Link to={target} search={search}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
