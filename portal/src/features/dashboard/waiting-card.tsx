import { useQuery, type QueryClient } from '@tanstack/react-query';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { waitingQuery } from './api/waiting.ts';
import { LoadFailure } from './load-failure.tsx';
import { waitingItems } from './waiting-words.ts';
import classes from './waiting.module.css';

/** Starts what the card needs. */
export const prefetchWaiting = (client: QueryClient): Promise<void> =>
  client.prefetchQuery(waitingQuery);

/** What waits for staff, each with the way to it. */
export function WaitingCard() {
  const { data, isError, refetch } = useQuery(waitingQuery);
  if (isError) return <LoadFailure onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  const items = waitingItems(data);
  return (
    <Card
      title="Waiting for you"
      {...(items.length === 0 && { text: 'Nothing is waiting: everything is dealt with.' })}
    >
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
