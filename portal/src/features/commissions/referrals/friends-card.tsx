import { useState } from 'react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Pagination } from '@mantine/core';
import type { listReferrals, ReferredFriend } from '@lintel/contract/commissions/report';
import { call } from '../../../lib/api/call.ts';
import { formatCount, formatDate, formatWholeMoney } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import classes from './refer.module.css';

const getReferrals = call<typeof listReferrals>({
  method: 'GET',
  path: '/contractor/{id}/referrals',
});

const friendsPerPage = 10;

/** A page of the contractor's friends, and what all of them brought. */
export const referralsQuery = (contractorId: number, page: number) =>
  queryOptions({
    queryKey: ['referrals', contractorId, page],
    queryFn: ({ signal }) =>
      getReferrals(
        { params: { id: contractorId }, query: { page, limit: friendsPerPage } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/**
 * The friends who came with the link, and what they brought. A list that fails is told by the card
 * above.
 */
export function FriendsCard({ contractorId }: { contractorId: number }) {
  const [page, setPage] = useState(1);
  const { data, isError, isPlaceholderData } = useQuery(referralsQuery(contractorId, page));
  if (isError) return null;
  if (data === undefined) return <SkeletonRows columns={3} rows={3} />;
  const { total, earned } = data;
  const text =
    total === 0
      ? undefined
      : `${formatCount(total, 'friend')} signed up, ${formatWholeMoney(earned)} earned so far`;
  return (
    <Card title="Your friends" {...(text !== undefined && { text })}>
      {total === 0 ? (
        <EmptyState
          title="No friends yet"
          text="Friends who sign up with your link appear here, with what you earn."
        />
      ) : (
        <ul className={classes.friends} aria-label="Your friends" aria-busy={isPlaceholderData}>
          {data.data.map((friend) => (
            <Friend key={friend.id} friend={friend} />
          ))}
        </ul>
      )}
      {total > friendsPerPage && (
        <Pagination
          size="sm"
          total={Math.ceil(total / friendsPerPage)}
          value={page}
          onChange={setPage}
          mt="md"
        />
      )}
    </Card>
  );
}

const states = {
  signed_up: ['Signed up', 'grey'],
  waiting: ['Waiting', 'blue'],
  earned: ['Earned', 'green'],
  ended: ['Ended', 'grey'],
} as const;

function Friend({ friend }: { friend: ReferredFriend }) {
  const [word, tone] = states[friend.state];
  return (
    <li>
      <div className={classes.friend}>
        <strong>{friend.companyName || '-'}</strong>
        <span>Signed up {formatDate(friend.signedUpAt)}</span>
      </div>
      <div className={classes.brought}>
        <StatusBadge status={word} tone={tone} />
        <span>{wordsOf(friend)}</span>
      </div>
    </li>
  );
}

function wordsOf({ state, bonus, earnedAt }: ReferredFriend): string {
  const day = earnedAt === null ? '' : formatDate(earnedAt);
  const amount = formatWholeMoney(bonus);
  if (state === 'earned') return `${amount} on ${day}`;
  if (state === 'waiting') return `${amount} after ${day}`;
  return state === 'signed_up' ? 'Has not paid yet' : 'Left before the bonus was earned';
}
