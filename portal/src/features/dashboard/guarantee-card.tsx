import { Button, Progress } from '@mantine/core';
import * as m from '#messages';
import type { Guarantee } from '@lintel/contract/billing/guarantee';
import { openDialog } from '../../lib/dialog.ts';
import { formatMoney, formatDate } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { Card } from '../../ui/card.tsx';
import { guaranteeQuery, postClaim } from './use-contractor-widgets.ts';
import classes from './guarantee.module.css';

interface Props {
  contractorId: number;
  guarantee: Guarantee;
}

/**
 * The refund guaranteed by the agreement: the contractor's progress, and the claim once its
 * condition is met.
 */
export function GuaranteeCard({ contractorId, guarantee }: Props) {
  const { count, needed, days, claim } = guarantee;
  const reached = Math.min(count, needed);
  return (
    <Card
      title={m.dashboard_guarantee_title()}
      text={m.dashboard_guarantee_promise({ needed, days })}
    >
      <div className={classes.body}>
        <p className={classes.count}>
          <strong>{m.dashboard_guarantee_reached({ reached, needed })}</strong>{' '}
          {guaranteeText(guarantee)}
        </p>
        <Progress
          value={(reached / needed) * 100}
          size={8}
          radius="xl"
          aria-label={m.dashboard_guarantee_reachedLabel({ reached, needed })}
        />
        {claim && <p className={classes.note}>{claimText(claim)}</p>}
        {guarantee.claimUntil !== null && claim?.state !== 'open' && (
          <ClaimButton contractorId={contractorId} guarantee={guarantee} />
        )}
      </div>
    </Card>
  );
}

const sentences = (...all: (string | false)[]): string => all.filter(Boolean).join(' ');

function guaranteeText({ count, waiting, from, to, endedOn, claimUntil, days }: Guarantee): string {
  const ended =
    endedOn !== null && m.dashboard_guarantee_startedOver({ endedOn: formatDate(endedOn) });
  if (count === 0) return sentences(m.dashboard_guarantee_inLastDays({ days }), ended);
  const [first, last] = [formatDate(from ?? ''), formatDate(to ?? '')];
  return sentences(
    from === to
      ? m.dashboard_guarantee_onDay({ first })
      : m.dashboard_guarantee_fromTo({ first, last }),
    waiting === 1 && m.dashboard_guarantee_waiting_one(),
    waiting > 1 && m.dashboard_guarantee_waiting_many({ waiting: waiting.toLocaleString('en-US') }),
    ended,
    claimUntil !== null && m.dashboard_guarantee_canClaim({ claimUntil: formatDate(claimUntil) }),
  );
}

function claimText({ state, openedAt, note }: NonNullable<Guarantee['claim']>): string {
  if (state === 'open') return m.dashboard_guarantee_claimed({ openedAt: formatDate(openedAt) });
  if (state === 'approved') return m.dashboard_guarantee_approved();
  return m.dashboard_guarantee_declined({ note });
}

function ClaimButton({ contractorId, guarantee }: Props) {
  const { run, busy } = useAction({
    ask: () =>
      openDialog({
        title: m.dashboard_guarantee_claim(),
        text: m.dashboard_guarantee_claimText({ refund: formatMoney(guarantee.refund) }),
        confirm: m.dashboard_guarantee_claim(),
        cancel: m.common_cancel(),
      }),
    call: () => postClaim({ params: { id: contractorId } }, { handles: [409] }),
    successToast: ({ message }) => message,
    refresh: [guaranteeQuery(contractorId).queryKey],
    refreshAlways: true,
  });
  return (
    <div>
      <Button loading={busy} onClick={() => void run()}>
        {m.dashboard_guarantee_claim()}
      </Button>
    </div>
  );
}
