import { accessTo } from '@lintel/contract/core/access';
import { may, useSession } from '../../lib/session.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { NoAccessState } from '../../ui/states.tsx';
import { referralQuery } from './api/get-referral.ts';
import { referralsQuery } from './api/get-referrals.ts';
import { FriendsCard } from './friends-card.tsx';
import { ReferralCard } from './referral-card.tsx';
import classes from './refer.module.css';

export const load = async ({ client, session }: LoadContext): Promise<void> => {
  if (session.contractor === null || !may(session, accessTo('refer'))) return;
  const { id } = session.contractor;
  await Promise.all([
    client.prefetchQuery(referralQuery(id)),
    client.prefetchQuery(referralsQuery(id, 1)),
  ]);
};

/** The contractor's link for friends, its terms, and what came of it. */
export function ReferPage() {
  const { contractor } = useSession();
  return (
    <>
      <PageHeader
        title="Refer a Friend"
        purpose="Your personal link to share with other contractors."
      />
      {contractor === null ? (
        <Card>
          <NoAccessState text="Referral links belong to contractors. Switch into a contractor's account to see theirs." />
        </Card>
      ) : (
        <div className={classes.page}>
          <ReferralCard contractorId={contractor.id} />
          <FriendsCard contractorId={contractor.id} />
        </div>
      )}
    </>
  );
}
