import { useState } from 'react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Pagination } from '@mantine/core';
import * as m from '#messages';
import type { listReferrals, ReferredFriend } from '@lintel/contract/commissions/report';
import { call } from '../../../lib/api/call.ts';
import { formatCount, formatBusinessDate, formatWholeMoney } from '../../../lib/format.ts';
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

/** A page of the contractor's friends, and their total bonus. */
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
 * The friends who signed up with the link, and their bonuses. The card above shows loading
 * failures.
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
      : m.commissions_friends_summary({
          total: formatCount(total, m.commissions_friends_one(), m.commissions_friends_many()),
          earned: formatWholeMoney(earned),
        });
  return (
    <Card title={m.commissions_friends_title()} {...(text !== undefined && { text })}>
      {total === 0 ? (
        <EmptyState title={m.commissions_friends_none()} text={m.commissions_friends_noneText()} />
      ) : (
        <ul
          className={classes.friends}
          aria-label={m.commissions_friends_title()}
          aria-busy={isPlaceholderData}
        >
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
  signed_up: [m.commissions_friends_signedUp(), 'grey'],
  waiting: [m.common_waiting(), 'blue'],
  earned: [m.commissions_friends_earned(), 'green'],
  ended: [m.common_ended(), 'grey'],
} as const;

function Friend({ friend }: { friend: ReferredFriend }) {
  const [word, tone] = states[friend.state];
  return (
    <li>
      <div className={classes.friend}>
        <strong>{friend.companyName || '-'}</strong>
        <span>
          {m.commissions_friends_signedUpOn({
            signedUpAt: formatBusinessDate(friend.signedUpAt),
          })}
        </span>
      </div>
      <div className={classes.brought}>
        <StatusBadge status={word} tone={tone} />
        <span>{statusText(friend)}</span>
      </div>
    </li>
  );
}

function statusText({ state, bonus, earnedAt }: ReferredFriend): string {
  const day = earnedAt === null ? '' : formatBusinessDate(earnedAt);
  const amount = formatWholeMoney(bonus);
  if (state === 'earned') return m.commissions_friends_amountOn({ amount, day });
  if (state === 'waiting') return m.commissions_friends_amountAfter({ amount, day });
  return state === 'signed_up' ? m.commissions_friends_unpaid() : m.commissions_friends_left();
}
