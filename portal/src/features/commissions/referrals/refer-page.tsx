import { useEffect, useState } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Button, TextInput, Skeleton } from '@mantine/core';
import * as m from '#messages';
import type { readReferral } from '@lintel/contract/commissions/report';
import { referralTerms } from '@lintel/contract/commissions/constants';
import { accessTo } from '@lintel/contract/core/access';
import { call } from '../../../lib/api/call.ts';
import { brand } from '../../../lib/brand.ts';
import { copyText } from '../../../lib/clipboard.ts';
import { formatWholeMoney } from '../../../lib/format.ts';
import { may, useSession } from '../../../lib/session.ts';
import type { LoadContext } from '../../../routes/router-context.ts';
import { Card } from '../../../ui/card.tsx';
import { IconBrandFacebook, IconCheck, IconCopy } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ErrorState, NoAccessState } from '../../../ui/states.tsx';
import { referralsQuery, FriendsCard } from './friends-card.tsx';
import classes from './refer.module.css';

const getReferral = call<typeof readReferral>({ method: 'GET', path: '/contractor/{id}/refer' });

/** The contractor's referral link; it never changes. */
const referralQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['referral', contractorId],
    queryFn: ({ signal }) => getReferral({ params: { id: contractorId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** How long the button confirms the copy, in milliseconds. */
const copiedLife = 2500;

const facebook = (url: string): string =>
  `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`;

/** The link, to copy or share. */
function ReferralLink({ url }: { url: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), copiedLife);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <div className={classes.link}>
      <TextInput
        label={m.commissions_refer_linkTitle()}
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        className={classes.box ?? ''}
      />
      <div className={classes.buttons}>
        <Button
          leftSection={
            copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />
          }
          onClick={() => void copyText(url).then(setCopied)}
        >
          {copied ? m.common_copied_toast() : m.common_copyLink()}
        </Button>
        <Button
          component="a"
          href={facebook(url)}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          leftSection={<IconBrandFacebook size={18} aria-hidden />}
        >
          {m.commissions_refer_facebook()}
        </Button>
      </div>
    </div>
  );
}

/** The offer, its link, and its terms. */
function ReferralCard({ contractorId }: { contractorId: number }) {
  const link = useQuery(referralQuery(contractorId));
  const friends = useQuery(referralsQuery(contractorId, 1));
  if (link.isError || friends.isError) {
    const retry = (): void => void Promise.all([link.refetch(), friends.refetch()]);
    return (
      <Card>
        <ErrorState text={m.commissions_refer_loadFailed()} onRetry={retry} />
      </Card>
    );
  }
  if (link.data === undefined || friends.data === undefined)
    return <Skeleton height={300} radius="lg" aria-label={m.common_loading()} />;
  const bonus = formatWholeMoney(friends.data.bonus);
  return (
    <Card title={m.commissions_refer_bonus({ bonus })} text={m.commissions_refer_linkText()}>
      <ReferralLink url={link.data.referralUrl} />
      <Terms bonus={bonus} />
    </Card>
  );
}

function Terms({ bonus }: { bonus: string }) {
  const { friendDiscount, days } = referralTerms;
  const terms = [
    [m.commissions_refer_saves(), m.commissions_refer_savesText({ friendDiscount })],
    [m.commissions_refer_earn(), m.commissions_refer_earnText({ bonus, brand: brand.name, days })],
    [m.commissions_refer_noLimit(), m.commissions_refer_noLimitText()],
    [m.commissions_refer_paidMonthly(), m.commissions_refer_paidMonthlyText()],
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

export const load = async ({ client, session }: LoadContext): Promise<void> => {
  if (session.contractor === null || !may(session, accessTo('refer'))) return;
  const { id } = session.contractor;
  await Promise.all([
    client.prefetchQuery(referralQuery(id)),
    client.prefetchQuery(referralsQuery(id, 1)),
  ]);
};

/** The contractor's referral link, its terms, and its results. */
export function ReferPage() {
  const { contractor } = useSession();
  return (
    <>
      <PageHeader title={m.screens_referAFriend()} purpose={m.commissions_refer_purpose()} />
      {contractor === null ? (
        <Card>
          <NoAccessState text={m.commissions_refer_contractorOnly()} />
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
