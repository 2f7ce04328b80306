import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { referralTerms } from '@lintel/contract/commissions-constants';
import { brand } from '../../lib/brand.ts';
import { formatWholeMoney } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { referralQuery } from './api/get-referral.ts';
import { referralsQuery } from './api/get-referrals.ts';
import { ReferralLink } from './referral-link.tsx';
import classes from './refer.module.css';

/** The offer, the link that goes with it, and its terms. */
export function ReferralCard({ contractorId }: { contractorId: number }) {
  const link = useQuery(referralQuery(contractorId));
  const friends = useQuery(referralsQuery(contractorId, 1));
  if (link.isError || friends.isError) {
    const again = (): void => void Promise.all([link.refetch(), friends.refetch()]);
    return (
      <Card>
        <ErrorState text="Your referral link could not be loaded." onRetry={again} />
      </Card>
    );
  }
  if (link.data === undefined || friends.data === undefined)
    return <Skeleton height={300} radius="lg" aria-label="Loading…" />;
  const bonus = formatWholeMoney(friends.data.bonus);
  return (
    <Card
      title={`${bonus} for a friend`}
      text="Send your link to contractors who could use homeowner financing."
    >
      <ReferralLink url={link.data.referralUrl} />
      <Terms bonus={bonus} />
    </Card>
  );
}

function Terms({ bonus }: { bonus: string }) {
  const { friendDiscount, days } = referralTerms;
  const terms = [
    [
      'Your friend saves',
      `Friends who sign up with your link get ${friendDiscount}% off their first year.`,
    ],
    [
      'You earn',
      `You get ${bonus} for every friend who uses ${brand.name} for more than ${days} days.`,
    ],
    ['No limit', 'Refer as many friends as you like: the commission is unlimited.'],
    ['Paid monthly', 'The commission is paid monthly, together with your other commissions.'],
  ] as const;
  return (
    <dl className={classes.terms}>
      {terms.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
