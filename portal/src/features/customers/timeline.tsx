import { Button } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { formatDateTime } from '../../lib/format.ts';
import { customerOriginLabels } from '@lintel/contract/customers/constants';
import type { Customer } from '@lintel/contract/customers/customer';
import { Link } from '../../ui/link.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { customersKey, readTimeline } from './requests.ts';
import classes from './customer-page.module.css';

export const timelineQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...customersKey, 'timeline', id],
    queryFn: ({ pageParam, signal }) => readTimeline(id, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** The customer's history, latest first, back to the first contact. */
export function Timeline({ customer }: { customer: Customer }) {
  const found = useInfiniteQuery(timelineQuery(customer.id));
  if (found.isError)
    return (
      <ErrorState text={m.customers_timeline_loadFailed()} onRetry={() => void found.refetch()} />
    );
  if (found.data === undefined) return <SkeletonRows columns={1} rows={4} />;
  const items = found.data.pages.flatMap(({ data }) => data);
  return (
    <>
      <ol className={classes.timeline}>
        {items.map(({ at, kind, text, href }, index) => (
          // Two events of one kind can have the same time.
          // oxlint-disable-next-line react/no-array-index-key -- nothing is taken out of the middle
          <li key={`${at} ${kind} ${index}`}>
            {href === null ? <span>{text}</span> : <Link to={href}>{text}</Link>}
            <time className={classes.quiet} dateTime={at}>
              {formatDateTime(at)}
            </time>
          </li>
        ))}
        {!found.hasNextPage && (
          <li>
            <span>
              {customer.origin === null
                ? m.customers_added()
                : customerOriginLabels[customer.origin]}
            </span>
            <time className={classes.quiet} dateTime={customer.createdAt}>
              {formatDateTime(customer.createdAt)}
            </time>
          </li>
        )}
      </ol>
      {found.hasNextPage && (
        <Button
          className={classes.more ?? ''}
          variant="default"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {m.customers_timeline_earlier()}
        </Button>
      )}
    </>
  );
}
