import * as m from '#messages';
import { offerKindLabels } from '@lintel/contract/applications/constants';
import { homeownerMessages, type MessageFate } from '@lintel/contract/applications/desk-constants';
import type {
  ApplicationDetails,
  ContractorOffer,
  TimelineEvent,
  OfferState,
} from '@lintel/contract/applications/application-detail';
import type { ApplicationRow } from '@lintel/contract/applications/report-row';
import { consentWords } from '@lintel/contract/legal/constants';
import { formatDate, formatDateTime, formatMoney, formatWholeMoney } from '../../../lib/format.ts';
import type { Tone } from '../../../theme.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import classes from './application.module.css';

const states: Record<OfferState, { words: string; tone: Tone }> = {
  open: { words: m.applications_offer_open(), tone: 'grey' },
  chosen: { words: m.applications_selected(), tone: 'blue' },
  approved: { words: m.common_approved(), tone: 'green' },
  funded: { words: m.common_funded(), tone: 'green' },
  replaced: { words: m.applications_offer_replaced(), tone: 'grey' },
  withdrawn: { words: m.common_withdrawn(), tone: 'red' },
  expired: { words: m.common_expired(), tone: 'grey' },
  reversed: { words: m.applications_offer_reversed(), tone: 'red' },
};

/** Offers side by side, without the lender's credit assessment. */
export function OfferTable({
  offers,
  row,
}: {
  offers: readonly ContractorOffer[];
  row: ApplicationRow;
}) {
  if (offers.length === 0) {
    const text = row.receivedOffers.no_offers
      ? m.applications_offer_none()
      : m.applications_offer_waiting();
    return <p className={classes.quiet}>{text}</p>;
  }
  return (
    <table className={classes.offers} aria-label={m.common_offers()}>
      <thead>
        <tr>
          <th scope="col">{m.applications_offer_lender()}</th>
          <th scope="col">{m.common_type()}</th>
          <th scope="col" className={classes.amount}>
            {m.common_amount()}
          </th>
          <th scope="col" className={classes.amount}>
            {m.applications_offer_perMonth()}
          </th>
          <th scope="col">{m.common_status()}</th>
        </tr>
      </thead>
      <tbody>
        {offers.map((offer) => (
          <OfferRow key={offer.id} offer={offer} requestedAmount={row.requestedAmount} />
        ))}
      </tbody>
    </table>
  );
}

function OfferRow({
  offer,
  requestedAmount,
}: {
  offer: ContractorOffer;
  requestedAmount: number | null;
}) {
  const { words, tone } = states[offer.state];
  return (
    <tr data-state={offer.state}>
      <th scope="row">
        {offer.lenderName}
        {offer.isQualified && <em className={classes.mark}>{m.applications_qualified()}</em>}
      </th>
      <td>{offerKindLabels[offer.kind]}</td>
      <td className={classes.amount}>
        {formatWholeMoney(offer.fundedAmount ?? offer.amount)}
        {offerNotes(offer, requestedAmount).map((note) => (
          <small key={note} className={classes.less}>
            {note}
          </small>
        ))}
      </td>
      <td className={classes.amount}>
        {offer.monthlyPayment === null ? '–' : formatMoney(offer.monthlyPayment)}
      </td>
      <td>
        <StatusBadge status={words} tone={tone} />
      </td>
    </tr>
  );
}

/** What is special about an offer's amount. */
function offerNotes(
  { amount, reversedAmount, dealerFee }: ContractorOffer,
  requestedAmount: number | null,
): string[] {
  const gap = (requestedAmount ?? 0) - amount;
  const notes = gap > 0 ? [m.applications_offer_less({ gap: formatWholeMoney(gap) })] : [];
  if (reversedAmount !== null)
    notes.push(m.applications_reversed({ amount: formatMoney(reversedAmount) }));
  if (dealerFee !== null)
    notes.push(m.applications_offer_dealerFee({ amount: formatMoney(dealerFee) }));
  return notes;
}

type EventText = (about: { who: string; amount: string; about: string }) => string;
const words: Record<TimelineEvent['what'], EventText> = {
  started: () => m.applications_event_started(),
  sent: () => m.applications_event_sent(),
  'answered-none': () => m.applications_event_noOffers(),
  offer: ({ who, amount }) => m.applications_event_offer({ who, amount }),
  chosen: ({ who, amount }) => m.applications_event_chosen({ who, amount }),
  replaced: ({ who }) => m.applications_event_replaced({ who }),
  'taken-back': ({ who }) => m.applications_event_offerWithdrawn({ who }),
  information: () => m.applications_event_information(),
  approved: ({ who }) => m.applications_event_approved({ who }),
  funded: ({ who, amount }) => m.applications_event_funded({ who, amount }),
  reversed: ({ who, amount }) => m.applications_event_reversed({ who, amount }),
  withdrawn: () => m.applications_event_withdrawn(),
  note: ({ who }) => m.applications_event_note({ who }),
  'follow-up': ({ who }) => m.applications_event_followUp({ who }),
  'follow-up-done': ({ who }) => m.applications_event_followUpDone({ who }),
  text: ({ about }) => m.applications_event_text({ about }),
  email: ({ about }) => m.applications_event_email({ about }),
};

const deliveryStatuses: Record<MessageFate, { status: string; tone: Tone }> = {
  queued: { status: m.applications_message_waiting(), tone: 'amber' },
  sent: { status: m.common_sent(), tone: 'blue' },
  delivered: { status: m.common_delivered(), tone: 'green' },
  failed: { status: m.common_notDelivered(), tone: 'red' },
};

/** The history, newest first. */
export const History = ({ events }: { events: readonly TimelineEvent[] }) => (
  <ol className={classes.history}>
    {events.map(({ key, at, what, who, amount, message }) => (
      <li key={key} data-what={what}>
        <span>
          {words[what]({
            who: who ?? m.applications_event_someone(),
            amount: amount === null ? '' : formatWholeMoney(amount),
            about: message === null ? '' : homeownerMessages[message.about],
          })}
        </span>
        <span className={classes.when}>
          <time dateTime={at}>{formatDateTime(at)}</time>
          {message !== null && <StatusBadge {...deliveryStatuses[message.fate]} />}
        </span>
      </li>
    ))}
  </ol>
);

/** The homeowner's consents. */
export function ConsentList({ consents }: Pick<ApplicationDetails, 'consents'>) {
  if (consents.length === 0)
    return <p className={classes.quiet}>{m.applications_consents_none()}</p>;
  return (
    <ul className={classes.consents}>
      {consents.map(({ kind, answer, at, effectiveFrom }) => (
        <li key={`${kind}-${at}-${answer}`}>
          <strong>{consentWords[kind]}</strong>
          <span>
            {answers[answer]}, {formatDateTime(at)}
          </span>
          <span className={classes.quiet}>
            {m.applications_consents_textOf({ date: formatDate(effectiveFrom) })}
          </span>
        </li>
      ))}
    </ul>
  );
}

const answers: Record<ApplicationDetails['consents'][number]['answer'], string> = {
  given: m.applications_consents_agreed(),
  declined: m.applications_consents_declined(),
  withdrawn: m.common_withdrawn(),
};
