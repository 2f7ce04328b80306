import { queryOptions, useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from '@mantine/core';
import type { SubscriptionState } from '@lintel/contract/billing/constants';
import type {
  readSubscription,
  endSubscription as endpoint,
  Subscription,
} from '@lintel/contract/billing/payments';
import type { Contractor } from '@lintel/contract/contractors/contractor';
import { call } from '../../../lib/api/call.ts';
import { openDialog } from '../../../lib/dialog.ts';
import { formatMoney, formatDate } from '../../../lib/format.ts';
import { toastLife } from '../../../lib/toast.ts';
import { useAction } from '../../../lib/use-action.ts';
import type { Tone } from '../../../theme.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import classes from './subscription.module.css';
import { billingKeys } from '../refresh-billing.ts';

const getSubscription = call<typeof readSubscription>({
  method: 'GET',
  path: '/contractor/{id}/subscription',
});

/** The contractor's subscription, or null. */
export const subscriptionQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['billing', 'subscription', contractorId],
    queryFn: async ({ signal }) => {
      const subscription = await getSubscription({ params: { id: contractorId } }, { signal });
      return subscription.id === null ? null : subscription;
    },
  });

const send = call<typeof endpoint>(
  { method: 'POST', path: '/contractor/{id}/subscription/end' },
  { handles: [500] },
);

/** Has the subscription end with its year, or go on after all. */
const endSubscription = (contractorId: number, end: boolean) =>
  send({ params: { id: contractorId }, body: { end } });

const badges: Record<SubscriptionState, { status: string; tone: Tone }> = {
  pending: { status: 'Waiting for the first payment', tone: 'blue' },
  active: { status: 'Active', tone: 'green' },
  past_due: { status: 'Past due', tone: 'amber' },
  unpaid: { status: 'Unpaid', tone: 'red' },
  canceled: { status: 'Canceled', tone: 'red' },
};

/** How the subscription stands, in a word. */
const badgeOf = ({
  state,
  cancelAtTermEnd,
  termEnd,
}: Subscription): { status: string; tone: Tone } =>
  cancelAtTermEnd ? { status: `Ends ${formatDate(termEnd)}`, tone: 'amber' } : badges[state];

/** What it costs, and how that is paid. */
function paceOf({ price, installments }: Subscription): string {
  if (price === 0) return 'Free of charge';
  const yearly = `${formatMoney(price)} a year`;
  if (installments === 1) return `${yearly}, paid at once`;
  return installments === 12
    ? `${yearly}, paid monthly`
    : `${yearly}, paid in ${installments} installments`;
}

/** What is due next, or what it waits for. */
function nextOf({ state, nextPayment }: Subscription): string {
  if (nextPayment !== null)
    return `${formatMoney(nextPayment.amount)} on ${formatDate(nextPayment.date)}`;
  if (state === 'unpaid') return 'Once the failed payments are paid';
  return state === 'pending' ? 'Once the first one is made' : 'None';
}

/** What a contractor without a subscription is told. */
function withoutSubscription({ paymentStatus, plan }: Contractor): string {
  if (paymentStatus === 'Canceled')
    return 'Your subscription has ended. Please contact us to open it again.';
  return plan === null
    ? 'You have no plan yet.'
    : `You are on the ${plan.name} plan. No payments are due.`;
}

/** Has the subscription end with its year, after a question; or go on after all. */
function EndButton({
  contractorId,
  subscription,
}: {
  contractorId: number;
  subscription: Subscription;
}) {
  const { cancelAtTermEnd, planName, termEnd } = subscription;
  const { busy, run } = useAction({
    ask: (end: boolean) => !end || isSure(planName, termEnd),
    call: (end) => endSubscription(contractorId, end),
    said: ({ message }) => [message, 'success', toastLife.long],
    refresh: billingKeys,
    refreshAlways: true,
    failureLife: toastLife.long,
  });
  return (
    <Button variant="default" loading={busy} onClick={() => void run(!cancelAtTermEnd)}>
      {cancelAtTermEnd ? 'Keep subscription' : 'Cancel subscription'}
    </Button>
  );
}

const isSure = (planName: string, termEnd: string): Promise<boolean> =>
  openDialog({
    title: 'Cancel subscription',
    text: `Your ${planName} plan stays open until ${formatDate(termEnd)}, and the payments until then are still due. After that day it is not renewed, and only Billing and Personal Info stay open.`,
    confirm: 'Cancel at the end of the year',
    cancel: 'Keep subscription',
    tone: 'danger',
  });

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
