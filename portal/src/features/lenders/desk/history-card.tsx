import * as m from '#messages';
import type { DeskApplication, DeskEntry } from '@lintel/contract/lender-desk/applications';
import type { LenderEvent } from '@lintel/contract/lenders/events';
import { formatMoment } from '../../../lib/format-moment.ts';
import { formatMoney } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import classes from '../lenders.module.css';

const deeds: Record<LenderEvent['type'], string> = {
  'offers.received': m.lenders_desk_did_offer(),
  'information.requested': m.lenders_desk_did_request(),
  'documents.requested': m.lenders_desk_did_request(),
  'request.fulfilled': m.lenders_desk_did_fulfill(),
  'request.withdrawn': m.lenders_desk_did_withdrawRequest(),
  'document.accepted': m.lenders_desk_did_accept(),
  'document.rejected': m.lenders_desk_did_reject(),
  'application.approved': m.lenders_desk_did_approve(),
  'application.conditionally_approved': m.lenders_desk_did_approveOnConditions(),
  'application.declined': m.lenders_desk_did_decline(),
  'offer.expired': m.lenders_desk_did_expire(),
  'offer.funded': m.lenders_desk_did_fund(),
  'funding.reversed': m.lenders_desk_did_reverse(),
  'offer.withdrawn': m.lenders_desk_did_withdrawOffer(),
};
const isKnown = (type: string): type is LenderEvent['type'] => type in deeds;

function deedOf({ type, done }: DeskEntry): string {
  if (done.isCounter) return m.lenders_desk_did_counter();
  return isKnown(type) ? deeds[type] : type;
}

/** What the lender did, the latest first. */
export function HistoryCard({
  application: { history, sentAt },
}: {
  application: DeskApplication;
}) {
  return (
    <Card title={m.lenders_desk_history()}>
      <ul className={classes.entries}>
        {history.toReversed().map((entry) => (
          <li key={entry.id}>
            <strong>{deedOf(entry)}</strong>
            <Details entry={entry} />
            <br />
            <span className={classes.quiet}>
              {entry.person || m.lenders_desk_system()}, {formatMoment(entry.at)}
            </span>
          </li>
        ))}
        <li>
          <strong>{m.lenders_desk_did_receive()}</strong>
          <br />
          <span className={classes.quiet}>{formatMoment(sentAt)}</span>
        </li>
      </ul>
    </Card>
  );
}

function Details({ entry: { done } }: { entry: DeskEntry }) {
  const { amounts = [], stage, notes = [] } = done;
  const parts = [...amounts.map(formatMoney), ...(stage === undefined ? [] : [stage]), ...notes];
  return parts.length === 0 ? null : <>: {parts.join('; ')}</>;
}
