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
 * The refund that the agreement promises: where the contractor stands, and the claim once its
 * condition is met.
 */
export function GuaranteeCard({ contractorId, guarantee }: Props) {
  const { count, needed, days, claim } = guarantee;
  const reached = Math.min(count, needed);
  return (
    <Card
      title={m.dashboard_our_guarantee()}
      text={m.dashboard_needed_homeowners_in_a_row({ needed, days })}
    >
      <div className={classes.body}>
        <p className={classes.count}>
          <strong>{m.dashboard_reached_of_needed({ reached, needed })}</strong> {wordsOf(guarantee)}
        </p>
        <Progress
          value={(reached / needed) * 100}
          size={8}
          radius="xl"
          aria-label={m.dashboard_reached_of_needed_applications_in({ reached, needed })}
        />
        {claim && <p className={classes.note}>{claimWords(claim)}</p>}
        {guarantee.claimUntil !== null && claim?.state !== 'open' && (
          <ClaimButton contractorId={contractorId} guarantee={guarantee} />
        )}
      </div>
    </Card>
  );
}

const sentences = (...all: (string | false)[]): string => all.filter(Boolean).join(' ');

function wordsOf({ count, waiting, from, to, endedOn, claimUntil, days }: Guarantee): string {
  const ended =
    endedOn !== null && m.dashboard_a_homeowner_got_one_on({ endedOn: formatDate(endedOn) });
  if (count === 0) return sentences(m.dashboard_applications_in_a_row_without({ days }), ended);
  const [first, last] = [formatDate(from ?? ''), formatDate(to ?? '')];
  return sentences(
    from === to
      ? m.dashboard_applications_in_a_row_without_a({ first })
      : m.dashboard_applications_in_a_row_without_a_loan({ first, last }),
    waiting === 1 && m.dashboard_1_application_still_waits_for(),
    waiting > 1 &&
      m.dashboard_waiting_applications_still_wait_for({ waiting: waiting.toLocaleString('en-US') }),
    ended,
    claimUntil !== null &&
      m.dashboard_you_can_claim_the_refund({ claimUntil: formatDate(claimUntil) }),
  );
}

function claimWords({ state, openedAt, note }: NonNullable<Guarantee['claim']>): string {
  if (state === 'open')
    return m.dashboard_you_claimed_the_refund_on({ openedAt: formatDate(openedAt) });
  if (state === 'approved') return m.dashboard_your_last_claim_was_approved();
  return m.dashboard_your_last_claim_was_declined({ note });
}

function ClaimButton({ contractorId, guarantee }: Props) {
  const { run, busy } = useAction({
    ask: () =>
      openDialog({
        title: m.dashboard_claim_the_refund(),
        text: m.dashboard_we_look_at_the_applications({ refund: formatMoney(guarantee.refund) }),
        confirm: m.dashboard_claim_the_refund(),
        cancel: m.common_cancel(),
      }),
    call: () => postClaim({ params: { id: contractorId } }, { handles: [409] }),
    said: ({ message }) => message,
    refresh: [guaranteeQuery(contractorId).queryKey],
    refreshAlways: true,
  });
  return (
    <div>
      <Button loading={busy} onClick={() => void run()}>
        {m.dashboard_claim_the_refund()}
      </Button>
    </div>
  );
}
