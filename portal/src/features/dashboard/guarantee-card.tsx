import { Button, Progress } from '@mantine/core';
import type { Guarantee } from '@lintel/contract/billing/guarantee';
import { openDialog } from '../../lib/dialog.ts';
import { formatCount, formatMoney, formatDate } from '../../lib/format.ts';
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
      title="Our guarantee"
      text={`${needed} homeowners in a row apply within ${days} days and none of them gets a loan option: then we refund the plan you paid for this year.`}
    >
      <div className={classes.body}>
        <p className={classes.count}>
          <strong>
            {reached} of {needed}
          </strong>{' '}
          {wordsOf(guarantee)}
        </p>
        <Progress
          value={(reached / needed) * 100}
          size={8}
          radius="xl"
          aria-label={`${reached} of ${needed} applications in a row without a loan option`}
        />
        {claim && <p className={classes.note}>{claimWords(claim)}</p>}
        {guarantee.claimUntil !== null && claim?.state !== 'open' && (
          <ClaimButton contractorId={contractorId} guarantee={guarantee} />
        )}
      </div>
    </Card>
  );
}

function wordsOf({ count, waiting, from, to, endedOn, claimUntil, days }: Guarantee): string {
  const ended =
    endedOn === null
      ? ''
      : ` A homeowner got one on ${formatDate(endedOn)}, so the count started over.`;
  if (count === 0)
    return `applications in a row without a loan option in the last ${days} days.${ended}`;
  const when =
    from === to
      ? `on ${formatDate(from ?? '')}`
      : `from ${formatDate(from ?? '')} to ${formatDate(to ?? '')}`;
  const lenders =
    waiting > 0
      ? ` ${formatCount(waiting, 'application')} still ${waiting === 1 ? 'waits' : 'wait'} for the lenders.`
      : '';
  const until =
    claimUntil === null ? '' : ` You can claim the refund until ${formatDate(claimUntil)}.`;
  return `applications in a row without a loan option, ${when}.${lenders}${ended}${until}`;
}

function claimWords({ state, openedAt, note }: NonNullable<Guarantee['claim']>): string {
  if (state === 'open')
    return `You claimed the refund on ${formatDate(openedAt)}. We are looking at it.`;
  if (state === 'approved') return 'Your last claim was approved.';
  return `Your last claim was declined: ${note}`;
}

function ClaimButton({ contractorId, guarantee }: Props) {
  const { run, busy } = useAction({
    ask: () =>
      openDialog({
        title: 'Claim the refund',
        text: `We look at the applications and refund ${formatMoney(guarantee.refund)} to your card. A refund ends your paid plan.`,
        confirm: 'Claim the refund',
        cancel: 'Cancel',
      }),
    call: () => postClaim({ params: { id: contractorId } }, { handles: [409] }),
    said: ({ message }) => message,
    refresh: [guaranteeQuery(contractorId).queryKey],
    refreshAlways: true,
  });
  return (
    <div>
      <Button loading={busy} onClick={() => void run()}>
        Claim the refund
      </Button>
    </div>
  );
}
