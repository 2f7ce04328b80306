import * as m from '#messages';
import { offerKindLabels } from '@lintel/contract/applications/constants';
import { homeownerNews, type MessageFate } from '@lintel/contract/applications/desk-constants';
import type {
  ApplicationDetails,
  ContractorOffer,
  Happening,
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
  approved: { words: m.applications_approved(), tone: 'green' },
  funded: { words: m.applications_funded(), tone: 'green' },
  replaced: { words: m.applications_offer_replaced(), tone: 'grey' },
  withdrawn: { words: m.applications_offer_taken_back(), tone: 'red' },
};

/** The offers beside each other; what the lender makes of the credit is not among it. */
export function OfferTable({
  offers,
  row,
}: {
  offers: readonly ContractorOffer[];
  row: ApplicationRow;
}) {
  if (offers.length === 0) {
    const text = row.receivedOffers.no_offers
      ? m.applications_no_lender_had_an_offer()
      : m.applications_offers_appear_here();
    return <p className={classes.quiet}>{text}</p>;
  }
  return (
    <table className={classes.offers} aria-label={m.applications_offers()}>
      <thead>
        <tr>
          <th scope="col">{m.applications_lender()}</th>
          <th scope="col">{m.applications_kind()}</th>
          <th scope="col" className={classes.amount}>
            {m.applications_amount()}
          </th>
          <th scope="col" className={classes.amount}>
            {m.applications_a_month()}
          </th>
          <th scope="col">{m.applications_state()}</th>
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
  const gap = (requestedAmount ?? 0) - offer.amount;
  return (
    <tr data-state={offer.state}>
      <th scope="row">
        {offer.lenderName}
        {offer.isQualified && <em className={classes.mark}>{m.applications_qualified()}</em>}
      </th>
      <td>{offerKindLabels[offer.kind]}</td>
      <td className={classes.amount}>
        {formatWholeMoney(offer.fundedAmount ?? offer.amount)}
        {gap > 0 && (
          <small className={classes.less}>
            {m.applications_offer_less({ gap: formatWholeMoney(gap) })}
          </small>
        )}
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

type Said = (about: { who: string; amount: string; about: string }) => string;
const words: Record<Happening['what'], Said> = {
  started: () => m.applications_happened_started(),
  sent: () => m.applications_happened_sent(),
  'answered-none': () => m.applications_happened_no_offers(),
  offer: ({ who, amount }) => m.applications_happened_offer({ who, amount }),
  chosen: ({ who, amount }) => m.applications_happened_chosen({ who, amount }),
  replaced: ({ who }) => m.applications_happened_replaced({ who }),
  'taken-back': ({ who }) => m.applications_happened_taken_back({ who }),
  information: () => m.applications_happened_information(),
  approved: ({ who }) => m.applications_happened_approved({ who }),
  funded: ({ who, amount }) => m.applications_happened_funded({ who, amount }),
  withdrawn: () => m.applications_happened_withdrawn(),
  note: ({ who }) => m.applications_happened_note({ who }),
  'follow-up': ({ who }) => m.applications_happened_follow_up({ who }),
  'follow-up-done': ({ who }) => m.applications_happened_follow_up_done({ who }),
  text: ({ about }) => m.applications_happened_text({ about }),
  email: ({ about }) => m.applications_happened_email({ about }),
};

const fates: Record<MessageFate, { status: string; tone: Tone }> = {
  queued: { status: m.applications_message_waits(), tone: 'amber' },
  sent: { status: m.applications_message_sent(), tone: 'blue' },
  delivered: { status: m.applications_message_delivered(), tone: 'green' },
  failed: { status: m.applications_message_failed(), tone: 'red' },
};

/** What happened, the newest first. */
export const History = ({ happenings }: { happenings: readonly Happening[] }) => (
  <ol className={classes.history}>
    {happenings.map(({ key, at, what, who, amount, message }) => (
      <li key={key} data-what={what}>
        <span>
          {words[what]({
            who: who ?? m.applications_somebody(),
            amount: amount === null ? '' : formatWholeMoney(amount),
            about: message === null ? '' : homeownerNews[message.about],
          })}
        </span>
        <span className={classes.when}>
          <time dateTime={at}>{formatDateTime(at)}</time>
          {message !== null && <StatusBadge {...fates[message.fate]} />}
        </span>
      </li>
    ))}
  </ol>
);

/** What the homeowner agreed to, as facts. */
export function ConsentList({ consents }: Pick<ApplicationDetails, 'consents'>) {
  if (consents.length === 0)
    return <p className={classes.quiet}>{m.applications_no_consents_yet()}</p>;
  return (
    <ul className={classes.consents}>
      {consents.map(({ kind, answer, at, effectiveFrom }) => (
        <li key={`${kind}-${at}-${answer}`}>
          <strong>{consentWords[kind]}</strong>
          <span>
            {answers[answer]}, {formatDateTime(at)}
          </span>
          <span className={classes.quiet}>
            {m.applications_text_of({ date: formatDate(effectiveFrom) })}
          </span>
        </li>
      ))}
    </ul>
  );
}

const answers: Record<ApplicationDetails['consents'][number]['answer'], string> = {
  given: m.applications_agreed(),
  declined: m.applications_declined(),
  withdrawn: m.applications_consent_withdrawn(),
};
