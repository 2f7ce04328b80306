import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Contractor } from '@lintel/contract/contractors';
import { formatMoney, formatDate } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { subscriptionQuery } from './api/get-subscription.ts';
import { EndButton } from './end-button.tsx';
import { badgeOf, nextOf, paceOf, withoutSubscription } from './subscription-words.ts';
import classes from './subscription.module.css';

interface Props {
  contractor: Contractor;
  /** The account may have the subscription end. */
  mayEnd: boolean;
}

/** What the contractor pays for, what comes next, and how it ends. */
export function SubscriptionCard({ contractor, mayEnd }: Props) {
  const contractorId = contractor.id;
  const { data, isError, refetch } = useQuery(subscriptionQuery(contractorId));
  if (isError) {
    return (
      <Card title="Subscription">
        <ErrorState onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (data === undefined) {
    return (
      <Card title="Subscription">
        <Skeleton height={52} radius="md" role="status" aria-label="Loading…" />
      </Card>
    );
  }
  if (data === null) return <Card title="Subscription" text={withoutSubscription(contractor)} />;
  return (
    <Card
      title={`${data.planName} plan`}
      text={paceOf(data)}
      action={<StatusBadge {...badgeOf(data)} />}
    >
      <div className={classes.row}>
        <dl className={classes.facts}>
          <Fact term="Next payment">{nextOf(data)}</Fact>
          {data.renewal === null ? (
            <Fact term={data.cancelAtTermEnd ? 'Ends on' : 'Current year ends'}>
              {formatDate(data.termEnd)}
            </Fact>
          ) : (
            <Fact term="Renews on">{`${formatDate(data.renewal.date)} for ${formatMoney(data.renewal.amount)} a year`}</Fact>
          )}
        </dl>
        {mayEnd && <EndButton contractorId={contractorId} subscription={data} />}
      </div>
    </Card>
  );
}

const Fact = ({ term, children }: { term: string; children: string }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);
