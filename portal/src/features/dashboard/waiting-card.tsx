import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { Answer } from '@lintel/contract/core/endpoint';
import type { readWaiting, WaitingKey } from '@lintel/contract/dashboard';
import { call } from '../../lib/api/call.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { LoadFailure } from './load-failure.tsx';
import classes from './waiting.module.css';

const getWaiting = call<typeof readWaiting>({ method: 'GET', path: '/manage/waiting' });

/** The staff account's open tasks. */
export const waitingQuery = queryOptions({
  queryKey: ['dashboard', 'waiting'],
  queryFn: ({ signal }) => getWaiting({}, { signal }),
});

type WaitingCounts = Answer<typeof readWaiting>;

interface WaitingTexts {
  key: WaitingKey;
  one: string;
  many: string;
  target: string;
  search?: Record<string, string>;
}

/** The staff's open tasks, most urgent first: label and screen. */
const words: readonly WaitingTexts[] = [
  {
    key: 'runsToRelease',
    one: m.dashboard_waiting_run_one(),
    many: m.dashboard_waiting_run_many(),
    target: '/manage/payouts',
    search: { tab: 'runs', show: 'to-release' },
  },
  {
    key: 'duePayouts',
    one: m.dashboard_waiting_payout_one(),
    many: m.dashboard_waiting_payout_many(),
    target: '/manage/payouts',
    search: { tab: 'due' },
  },
  {
    key: 'w9s',
    one: m.dashboard_waiting_w9_one(),
    many: m.dashboard_waiting_w9_many(),
    target: '/manage/payouts',
    search: { tab: 'w9' },
  },
  {
    key: 'failedPayments',
    one: m.dashboard_waiting_failedPayment_one(),
    many: m.dashboard_waiting_failedPayment_many(),
    target: '/manage/contractors',
    search: { status: 'Failed' },
  },
  {
    key: 'accountsToCreate',
    one: m.dashboard_waiting_account_one(),
    many: m.dashboard_waiting_account_many(),
    target: '/manage/contractors',
    search: { account: 'to-create' },
  },
  {
    key: 'heldPayouts',
    one: m.dashboard_waiting_onHold_one(),
    many: m.dashboard_waiting_onHold_many(),
    target: '/manage/payouts',
    search: { tab: 'held' },
  },
  {
    key: 'undeliveredEmails',
    one: m.dashboard_waiting_email_one(),
    many: m.dashboard_waiting_email_many(),
    target: '/manage/emails',
  },
];

/** The present counts. */
const waitingItems = (waiting: WaitingCounts) =>
  words.flatMap(({ key, one, many, ...where }) => {
    const count = waiting[key];
    return count === null || count === 0
      ? []
      : [{ key, count, label: count === 1 ? one : many, ...where }];
  });

/** Whether there is an open task, on this card or in the lists below it. */
const isWaiting = ({ isClosedToHomeowners, ...counts }: WaitingCounts): boolean =>
  isClosedToHomeowners || Object.values(counts).some((count) => count !== null && count > 0);

/** Prefetches the card's data. */
export const prefetchWaiting = (client: QueryClient): Promise<void> =>
  client.prefetchQuery(waitingQuery);

/** Open staff tasks, each linked to its screen. */
export function WaitingCard() {
  const { data, isError, refetch } = useQuery(waitingQuery);
  if (isError) return <LoadFailure onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  const items = waitingItems(data);
  return (
    <>
      {data.isClosedToHomeowners && <ClosedCard />}
      {!isWaiting(data) && (
        <Card title={m.dashboard_waiting_title()} text={m.dashboard_waiting_none()} />
      )}
      {items.length > 0 && (
        <Card title={m.dashboard_waiting_title()}>
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
        </Card>
      )}
    </>
  );
}

/** Homeowners can't apply yet, and the missing requirements. */
const ClosedCard = () => (
  <Card title={m.dashboard_closed_title()} text={m.dashboard_closed_text()}>
    <Link to="/manage/settings">{m.dashboard_closed_open()}</Link>
  </Card>
);
