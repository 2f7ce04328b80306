import { useState } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Button, Skeleton } from '@mantine/core';
import * as m from '#messages';
import type { SubscriptionState } from '@lintel/contract/billing/constants';
import type {
  readSubscription,
  endSubscription as endpoint,
  Subscription,
} from '@lintel/contract/billing/payments';
import type { Contractor } from '@lintel/contract/contractors/contractor';
import { call } from '../../../lib/api/call.ts';
import { openDialog } from '../../../lib/dialog.ts';
import { formatMoney, formatBusinessDate } from '../../../lib/format.ts';
import { toastLife } from '../../../lib/toast.ts';
import { useAction } from '../../../lib/use-action.ts';
import type { Tone } from '../../../theme.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { PlanChangeModal } from '../plan-change/plan-change-modal.tsx';
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

/** Ends the subscription with its year, or continues it. */
const endSubscription = (contractorId: number, end: boolean) =>
  send({ params: { id: contractorId }, body: { end } });

const badges: Record<SubscriptionState, { status: string; tone: Tone }> = {
  pending: { status: m.billing_subscription_waiting(), tone: 'blue' },
  active: { status: m.common_active(), tone: 'green' },
  past_due: { status: m.billing_subscription_pastDue(), tone: 'amber' },
  unpaid: { status: m.billing_subscription_unpaid(), tone: 'red' },
  canceled: { status: m.common_canceled(), tone: 'red' },
};

/** The subscription's status. */
const statusBadge = ({
  state,
  cancelAtTermEnd,
  termEnd,
}: Subscription): { status: string; tone: Tone } =>
  cancelAtTermEnd
    ? {
        status: m.billing_subscription_ends({ termEnd: formatBusinessDate(termEnd) }),
        tone: 'amber',
      }
    : badges[state];

/** The price, and how it is paid. */
function priceText({ price, installments }: Subscription): string {
  if (price === 0) return m.billing_subscription_free();
  const yearly = m.billing_subscription_yearly({ price: formatMoney(price) });
  if (installments === 1) return m.billing_subscription_paidOnce({ yearly });
  return installments === 12
    ? m.billing_subscription_paidMonthly({ yearly })
    : m.billing_subscription_paidInstallments({ yearly, installments });
}

/** The next payment, or what it depends on. */
function nextPaymentText({ state, nextPayment }: Subscription): string {
  if (nextPayment !== null)
    return m.billing_subscription_amountOn({
      amount: formatMoney(nextPayment.amount),
      date: formatBusinessDate(nextPayment.date),
    });
  if (state === 'unpaid') return m.billing_subscription_afterFailed();
  return state === 'pending' ? m.billing_subscription_afterFirst() : m.common_none();
}

/** The notice for a contractor without a subscription. */
function noSubscriptionText({ paymentStatus, plan }: Contractor): string {
  if (paymentStatus === 'Canceled') return m.billing_subscription_ended();
  return plan === null
    ? m.billing_subscription_noPlan()
    : m.billing_subscription_freePlan({ plan: plan.name });
}

/** Ends the subscription with its year after a confirmation, or continues it. */
function EndButton({
  contractorId,
  subscription,
}: {
  contractorId: number;
  subscription: Subscription;
}) {
  const { cancelAtTermEnd, planName, termEnd } = subscription;
  const { busy, run } = useAction({
    ask: (end: boolean) => !end || confirmEnding(planName, termEnd),
    call: (end) => endSubscription(contractorId, end),
    successToast: ({ message }) => [message, 'success', toastLife.long],
    refresh: billingKeys,
    refreshAlways: true,
    failureLife: toastLife.long,
  });
  return (
    <Button variant="default" loading={busy} onClick={() => void run(!cancelAtTermEnd)}>
      {cancelAtTermEnd ? m.billing_subscription_keep() : m.billing_subscription_cancel()}
    </Button>
  );
}

const confirmEnding = (planName: string, termEnd: string): Promise<boolean> =>
  openDialog({
    title: m.billing_subscription_cancel(),
    text: m.billing_subscription_cancelText({ planName, termEnd: formatBusinessDate(termEnd) }),
    confirm: m.common_cancelAtYearEnd(),
    cancel: m.billing_subscription_keep(),
    tone: 'danger',
  });

interface Props {
  contractor: Contractor;
  userId: number;
  /** Whether the account may change, end, and reopen the subscription. */
  mayChange: boolean;
}

const route = getRouteApi('/portal/card-payments');

/** Opens the plans, also by the address in locked places. */
function PlanButton({ label, contractorId, userId }: ButtonProps) {
  const { action, opens } = route.useSearch();
  const navigate = route.useNavigate();
  const [isOpen, setOpen] = useState(action === 'change-plan');
  const close = (): void => {
    setOpen(false);
    if (action !== undefined) void navigate({ search: {}, replace: true });
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {isOpen && (
        <PlanChangeModal
          contractorId={contractorId}
          userId={userId}
          title={label}
          opens={opens}
          onClose={close}
        />
      )}
    </>
  );
}

interface ButtonProps {
  label: string;
  contractorId: number;
  userId: number;
}

/** The contractor's subscription, its next payment, and its end. */
export function SubscriptionCard({ contractor, userId, mayChange }: Props) {
  const contractorId = contractor.id;
  const { data, isError, refetch } = useQuery(subscriptionQuery(contractorId));
  if (isError) {
    return (
      <Card title={m.billing_subscription_title()}>
        <ErrorState onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (data === undefined) {
    return (
      <Card title={m.billing_subscription_title()}>
        <Skeleton height={52} radius="md" role="status" aria-label={m.common_loading()} />
      </Card>
    );
  }
  if (data === null)
    return (
      <Card
        title={m.billing_subscription_title()}
        text={noSubscriptionText(contractor)}
        action={
          mayChange && (
            <PlanButton
              label={
                contractor.paymentStatus === 'Canceled'
                  ? m.billing_subscription_reopen()
                  : m.common_choosePlan()
              }
              contractorId={contractorId}
              userId={userId}
            />
          )
        }
      />
    );
  return (
    <Card
      title={m.billing_subscription_plan({ planName: data.planName })}
      text={priceText(data)}
      action={<StatusBadge {...statusBadge(data)} />}
    >
      <div className={classes.row}>
        <dl className={classes.facts}>
          <Fact term={m.billing_subscription_nextPayment()}>{nextPaymentText(data)}</Fact>
          {data.renewal === null ? (
            <Fact term={data.cancelAtTermEnd ? m.billing_plan_endsOn() : m.billing_plan_yearEnds()}>
              {formatBusinessDate(data.termEnd)}
            </Fact>
          ) : (
            <Fact term={m.billing_subscription_renewsOn()}>
              {m.billing_subscription_renewalPrice({
                date: formatBusinessDate(data.renewal.date),
                amount: formatMoney(data.renewal.amount),
              })}
            </Fact>
          )}
          {data.nextPlanName !== null && (
            <Fact term={m.billing_subscription_nextPlan()}>{data.nextPlanName}</Fact>
          )}
        </dl>
        {mayChange && (
          <div className={classes.buttons}>
            <EndButton contractorId={contractorId} subscription={data} />
            <PlanButton
              label={m.billing_plan_change()}
              contractorId={contractorId}
              userId={userId}
            />
          </div>
        )}
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
