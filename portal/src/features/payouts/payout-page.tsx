import { useQuery } from '@tanstack/react-query';
import { Progress } from '@mantine/core';
import * as m from '#messages';
import type { Contractor } from '@lintel/contract/contractors/contractor';
import { staffWith } from '@lintel/contract/core/access';
import type { Earnings } from '@lintel/contract/payouts/runs';
import { formatMoney, formatBusinessDate, formatWholeMoney } from '../../lib/format.ts';
import { may, useSession } from '../../lib/session.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { Card } from '../../ui/card.tsx';
import { EditingScope } from '../../ui/editable-card.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { NoAccessState } from '../../ui/states.tsx';
import { methodQuery, MethodCard } from './method-card.tsx';
import { earningsQuery, PayoutHistory } from './payout-history.tsx';
import { w9Query, W9Card } from './w9-card.tsx';
import { capitalized, earningsText, holdWords } from './labels.ts';
import { Rich } from '../../ui/rich.tsx';
import classes from './payouts.module.css';

/** Prefetches the cards' data; each card shows its own failure. */
export const load = async ({ client, session }: LoadContext): Promise<void> => {
  const id = session.contractor?.id;
  if (id === undefined) return;
  await Promise.all([
    client.prefetchQuery(methodQuery(id)),
    client.prefetchQuery(w9Query(id)),
    client.prefetchQuery(earningsQuery(id)),
  ]);
};

/** The W-9 threshold in dollars, used until the response arrives. */
const usualThreshold = 600;

/** Explains payouts, and how far this year's earnings are from the W-9 threshold. */
function PayoutNotice({ contractor }: { contractor: Contractor }) {
  const { data } = useQuery(earningsQuery(contractor.id));
  const earnings = earningsText(contractor);
  const threshold = formatWholeMoney(data?.threshold ?? usualThreshold);
  return (
    <Card
      title={m.payouts_page_about()}
      tone={data !== undefined && data.reasons.length > 0 ? 'warning' : 'default'}
    >
      <p className={classes.notice}>
        <Rich
          text={m.payouts_page_aboutText({
            earnings: capitalized(earnings),
            threshold,
          })}
          parts={{ strong: (words) => <strong>{words}</strong> }}
        />
      </p>
      {data !== undefined && data.reasons.length > 0 && (
        <ul className={classes.reasons} aria-label={m.payouts_page_held()}>
          {data.reasons.map((reason) => (
            <li key={reason}>{holdWords[reason]}</li>
          ))}
        </ul>
      )}
      {data !== undefined && <Year earnings={data} />}
    </Card>
  );
}

function Year({ earnings }: { earnings: Earnings }) {
  const { year, earned, threshold, w9Status, w9Needed, unpaid, nextPayoutOn } = earnings;
  const isReached = earned >= threshold;
  const share = Math.max(0, Math.min(100, (earned / threshold) * 100));
  return (
    <div className={classes.year}>
      <div className={classes.yearHead}>
        <span>
          <Rich
            text={m.payouts_page_earned({ year, earned: formatMoney(earned) })}
            parts={{ strong: (words) => <strong>{words}</strong> }}
          />

          {!isReached &&
            ` ${m.payouts_page_ofThreshold({ threshold: formatWholeMoney(threshold) })}`}
        </span>
        <span className={classes.quiet}>{earningsStatus(earnings)}</span>
      </div>
      <Progress
        value={share}
        size="md"
        color={w9Status === 'Verified' ? 'green' : w9Needed ? 'yellow' : 'brand'}
        aria-label={m.payouts_page_earnedLabel({
          year,
          earned: formatMoney(earned),
          threshold: formatMoney(threshold),
        })}
      />
      <p className={classes.quiet}>
        {m.payouts_page_unpaid({
          unpaid: formatMoney(unpaid),
          nextPayoutOn: formatBusinessDate(nextPayoutOn),
        })}
      </p>
    </div>
  );
}

/** How far this year's earnings are from the W-9 threshold, or that the W-9 is verified or due. */
function earningsStatus({ earned, threshold, w9Status, w9Needed }: Earnings): string {
  if (w9Status === 'Verified') return m.payouts_page_w9Verified();
  if (w9Needed) return m.payouts_page_w9Reached({ threshold: formatWholeMoney(threshold) });
  return m.payouts_page_w9Left({ left: formatMoney(Math.max(0, threshold - earned)) });
}

const header = <PageHeader title={m.screens_achInfo()} purpose={m.payouts_page_purpose()} />;

/** A contractor's bank details, W-9, and payouts. */
export function PayoutPage() {
  const session = useSession();
  const { contractor } = session;
  if (contractor !== null) return <ContractorPayouts key={contractor.id} contractor={contractor} />;
  const toContractors = may(session, staffWith(['manage-contractors', 'access'])) && (
    <Link to="/manage/contractors">{m.common_goToContractors()}</Link>
  );
  return (
    <>
      {header}
      <Card>
        <NoAccessState text={m.payouts_page_contractorOnly()} action={toContractors} />
      </Card>
    </>
  );
}

function ContractorPayouts({ contractor }: { contractor: Contractor }) {
  return (
    <>
      {header}
      <div className={classes.stack}>
        <PayoutNotice contractor={contractor} />
        <EditingScope>
          <div className={classes.cards}>
            <MethodCard contractor={contractor} />
            <W9Card contractor={contractor} />
          </div>
        </EditingScope>
        <PayoutHistory contractor={contractor} />
      </div>
    </>
  );
}
