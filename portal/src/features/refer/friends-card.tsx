import { useState } from 'react';
import { Pagination } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReferredFriend } from '@lintel/contract/commissions';
import { formatCount, formatDate, formatWholeMoney } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { friendsPerPage, referralsQuery } from './api/get-referrals.ts';
import classes from './refer.module.css';

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
