import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { Answer } from '@lintel/contract/core/endpoint';
import type { readWaiting, WaitingKey } from '@lintel/contract/dashboard';
import { call } from '../../lib/api/call.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { LoadFailure } from './load-failure.tsx';
import classes from './waiting.module.css';

const getWaiting = call<typeof readWaiting>({ method: 'GET', path: '/manage/waiting' });

/** What waits for the staff account. */
export const waitingQuery = queryOptions({
  queryKey: ['dashboard', 'waiting'],
  queryFn: ({ signal }) => getWaiting({}, { signal }),
});

type Waiting = Answer<typeof readWaiting>;

interface WaitingWords {
  key: WaitingKey;
  one: string;
  many: string;
  target: string;
  search?: Record<string, string>;
}

/** What waits for staff, the most urgent first: its words, and where it is dealt with. */
const words: readonly WaitingWords[] = [
  {
    key: 'runsToRelease',
    one: 'payout run to release',
    many: 'payout runs to release',
    target: '/manage/payouts',
    search: { tab: 'runs' },
  },
  {
    key: 'w9s',
    one: 'W-9 to review',
    many: 'W-9s to review',
    target: '/manage/payouts',
    search: { tab: 'w9' },
  },
  {
    key: 'failedPayments',
    one: 'contractor with a failed payment',
    many: 'contractors with failed payments',
    target: '/manage/contractors',
    search: { status: 'Failed' },
  },
  {
    key: 'accountsToCreate',
    one: 'account to create',
    many: 'accounts to create',
    target: '/manage/contractors',
    search: { status: 'Paid' },
  },
  {
    key: 'heldPayouts',
    one: 'payout on hold',
    many: 'payouts on hold',
    target: '/manage/payouts',
    search: { tab: 'held' },
  },
  {
    key: 'undeliveredEmails',
    one: 'e-mail not delivered',
    many: 'e-mails not delivered',
    target: '/manage/emails',
  },
];

/** What of it there is. */
const waitingItems = (waiting: Waiting) =>
  words.flatMap(({ key, one, many, ...where }) => {
    const count = waiting[key];
    return count === null || count === 0
      ? []
      : [{ key, count, label: count === 1 ? one : many, ...where }];
  });

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
      {...(items.length === 0 && { text: 'Nothing is waiting. You’re all caught up.' })}
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
