import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Radio, Skeleton } from '@mantine/core';
import * as m from '#messages';
import type { PlanChoice } from '@lintel/contract/billing/plan-change';
import { formatDate, formatMoney } from '../../../lib/format.ts';
import { toastLife } from '../../../lib/toast.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { cardQuery } from '../cards/payment-card-box.tsx';
import { externalRedirect } from '../payments/external-redirect.ts';
import { billingKeys } from '../refresh-billing.ts';
import { choosePlan, planChoicesQuery } from './plan-change-query.ts';
import classes from './plan-change.module.css';

interface Props {
  contractorId: number;
  userId: number;
  title: string;
  /** The locked place to open with the new plan, from the address. */
  opens: unknown;
  onClose(): void;
}

/** Changes the plan or reopens the subscription, after showing the cost and the start date. */
export function PlanChangeModal({ title, onClose, ...choice }: Props) {
  const { data, isError, refetch } = useQuery(planChoicesQuery(choice.contractorId));
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={640}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      {isError && <ErrorState onRetry={() => void refetch()} />}
      {!isError && data === undefined && (
        <Skeleton height={240} radius="md" role="status" aria-label={m.common_loading()} />
      )}
      {data?.blocked === 'owed' && <p>{m.billing_planChange_payFirst()}</p>}
      {data?.blocked === 'pending' && <p>{m.billing_planChange_pending()}</p>}
      {data?.blocked === null && <Choices plans={data.plans} onClose={onClose} {...choice} />}
    </Modal>
  );
}

/**
 * The default choice: the cheapest plan that opens the requested place, else the one to reopen,
 * else the next bigger one.
 */
function defaultChoice(plans: readonly PlanChoice[], place: unknown): PlanChoice | undefined {
  const opening = plans
    .filter(({ kind, opens }) => kind !== 'current' && opens.some((one) => one === place))
    // A plan that starts today precedes one that starts next year.
    .toSorted(
      (one, other) =>
        Number(one.kind === 'next-year') - Number(other.kind === 'next-year') ||
        one.price - other.price,
    );
  return (
    opening[0] ??
    plans.find(({ kind }) => kind === 'resume') ??
    plans.find(({ kind, today }) => kind === 'now' && today > 0)
  );
}

function Choices({
  plans,
  contractorId,
  userId,
  opens,
  onClose,
}: Omit<Props, 'title'> & { plans: readonly PlanChoice[] }) {
  const [chosenId, setChosenId] = useState(() => defaultChoice(plans, opens)?.id ?? null);
  const chosen = plans.find(({ id }) => id === chosenId);
  const card = useQuery(cardQuery(userId));
  const { busy, run } = useAction({
    call: async (choice: PlanChoice) => {
      const answer = await choosePlan(contractorId, choice);
      if (answer.redirectUrl === undefined) return answer;
      externalRedirect.to(answer.redirectUrl);
      // The button stays busy while the browser leaves for the bank.
      return new Promise<never>(() => undefined);
    },
    successToast: ({ message }) => [message, 'success', toastLife.long],
    refresh: billingKeys,
    refreshAlways: true,
    onDone: onClose,
    failureLife: toastLife.long,
  });
  const hasNext = plans.some(({ isNext }) => isNext);
  const needsCard = chosen !== undefined && chosen.today > 0 && card.data === null;
  const isReady =
    chosen !== undefined && !needsCard && !chosen.isNext && (chosen.kind !== 'current' || hasNext);
  return (
    <>
      <Radio.Group
        value={chosenId === null ? null : String(chosenId)}
        onChange={(id) => setChosenId(Number(id))}
        aria-label={m.common_plans()}
      >
        <div className={classes.plans}>
          {plans.map((plan) => (
            <PlanOption key={plan.id} plan={plan} />
          ))}
        </div>
      </Radio.Group>
      {chosen && (
        <div className={classes.preview} role="status">
          {needsCard ? (
            <p>{m.billing_planChange_addCard()}</p>
          ) : (
            previewTexts(chosen, card.data?.number.slice(-4)).map((line) => (
              <p key={line}>{line}</p>
            ))
          )}
        </div>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {m.common_cancel()}
        </Button>
        <Button
          loading={busy}
          disabled={!isReady}
          onClick={() => chosen !== undefined && void run(chosen)}
        >
          {chosen === undefined ? m.billing_plan_change() : buttonText(chosen)}
        </Button>
      </div>
    </>
  );
}

function PlanOption({ plan }: { plan: PlanChoice }) {
  const { id, name, price, description, kind, isNext } = plan;
  const mark =
    (kind === 'current' && m.billing_planChange_current()) ||
    (isNext && m.billing_planChange_fromNextYear()) ||
    '';
  return (
    <Radio.Card value={String(id)} className={classes.plan} aria-label={name}>
      <Radio.Indicator />
      <div className={classes.about}>
        <Line
          left={<strong>{name}</strong>}
          right={
            price === 0
              ? m.billing_subscription_free()
              : m.billing_subscription_yearly({ price: formatMoney(price) })
          }
        />
        {mark !== '' && <span className={classes.mark}>{mark}</span>}
        {description.length > 0 && <p>{description.join(' · ')}</p>}
      </div>
    </Radio.Card>
  );
}

const Line = ({ left, right }: { left: ReactNode; right: string }) => (
  <div className={classes.line}>
    {left}
    <span>{right}</span>
  </div>
);

/** The consequences of this plan, one sentence each: amounts, dates, and the team. */
const previewTexts = (choice: PlanChoice, last4 = ''): string[] => [
  ...costLines(choice, last4),
  ...teamLines(choice),
];

/** The team users who lose access because the plan's limit is below the team's size. */
function teamLines({ team: { limit, beyond } }: PlanChoice): string[] {
  if (beyond === 0) return [];
  if (limit === 0)
    return [
      beyond === 1
        ? m.billing_planChange_noTeam_one()
        : m.billing_planChange_noTeam_many({ count: beyond }),
    ];
  const active = limit + beyond;
  return [
    beyond === 1
      ? m.billing_planChange_smallTeam_one({ active, limit })
      : m.billing_planChange_smallTeam_many({ active, limit, count: beyond }),
    m.billing_planChange_chooseUsers(),
  ];
}

function costLines(
  { kind, today, refund, later, from, isNext }: PlanChoice,
  last4: string,
): string[] {
  if (kind === 'current') return [m.billing_planChange_keepsCurrent()];
  if (kind === 'resume') return [m.billing_planChange_continues()];
  if (kind === 'next-year')
    return [
      m.billing_planChange_later({ date: formatDate(from) }),
      ...(isNext ? [] : [m.billing_planChange_noCharge()]),
    ];
  if (today === 0) return [m.billing_planChange_beginsToday(), m.billing_planChange_noCharge()];
  const amount = formatMoney(today);
  return [
    last4 === ''
      ? m.billing_planChange_charge({ amount })
      : m.billing_planChange_chargeCard({ amount, last4 }),
    ...(later === null
      ? []
      : [
          m.billing_picker_thenMany({
            payments: later.payments,
            amount: formatMoney(later.amount),
            day: formatDate(later.firstOn),
          }),
        ]),
    ...(refund > 0 ? [m.billing_planChange_refund({ amount: formatMoney(refund) })] : []),
    m.billing_planChange_beginsToday(),
  ];
}

function buttonText({ kind, today, from }: PlanChoice): string {
  if (kind === 'resume') return m.billing_subscription_reopen();
  if (kind === 'current') return m.billing_planChange_keep();
  if (kind === 'next-year') return m.billing_planChange_onDate({ date: formatDate(from) });
  return today === 0
    ? m.billing_plan_change()
    : m.billing_planChange_pay({ amount: formatMoney(today) });
}
