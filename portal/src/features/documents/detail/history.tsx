import * as m from '#messages';
import {
  documentEventKinds,
  documentPaymentMethods,
  ownPreview,
} from '@lintel/contract/documents/constants';
import { keysOf } from '@lintel/contract/core/map-values';
import { isOneOf } from '@lintel/contract/core/narrow';
import type { FullDocument } from '@lintel/contract/documents/views';
import { formatDate, formatDateTime, formatMoney } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Facts } from '../../../ui/facts.tsx';
import classes from './document.module.css';

/** Who signed it, and how; or why it was declined. */
export function AnswerCard({ document: { revisions } }: { document: FullDocument }) {
  const answered = revisions
    .toSorted((one, other) => other.revision - one.revision)
    .find(({ signature, declinedAt }) => signature !== null || declinedAt !== null);
  if (answered === undefined) return null;
  const { signature, declinedAt, declineReason, revision } = answered;
  if (signature === null)
    return (
      <Card title={m.documents_history_declined()}>
        <Facts
          facts={[
            [
              m.documents_history_declinedOn(),
              declinedAt === null ? '–' : formatDateTime(declinedAt),
            ],
            [m.common_reason(), declineReason || '–'],
            [m.documents_history_revision(), String(revision)],
          ]}
        />
      </Card>
    );
  return (
    <Card title={m.common_signature()} text={m.documents_history_signatureHelp()}>
      <Facts
        facts={[
          [
            m.common_signedBy(),
            <span key="n" className={classes.signed}>
              {signature.name}
            </span>,
          ],
          [m.documents_history_signedAt(), formatDateTime(signature.at)],
          [m.documents_history_revision(), String(revision)],
          [m.documents_history_address(), signature.address ?? '–'],
          [m.documents_history_browser(), signature.userAgent || '–'],
        ]}
      />
    </Card>
  );
}

/** The customer's link. */
export function LinkCard({ document: { link, sentRevision } }: { document: FullDocument }) {
  if (sentRevision === null) return null;
  return (
    <Card
      title={m.documents_customerLink()}
      text={
        link === null
          ? m.documents_history_noLink()
          : m.documents_history_linkUntil({ date: formatDate(link.expiresAt) })
      }
    >
      {link !== null && (
        <CopyField
          label={m.documents_customerLink()}
          value={link.url}
          href={`${link.url}${ownPreview}`}
        />
      )}
    </Card>
  );
}

/** The document's history, latest first. */
export const HistoryCard = ({ document: { events } }: { document: FullDocument }) => (
  <Card title={m.common_history()}>
    <ol className={classes.history}>
      {events.map((event) => (
        <li key={event.id}>
          <span>
            {[documentEventKinds[event.kind], ...eventDetails(event.details)].join(' · ')}
          </span>
          <small>{[formatDateTime(event.at), event.actor].filter(Boolean).join(' · ')}</small>
        </li>
      ))}
    </ol>
  </Card>
);

type Details = FullDocument['events'][number]['details'];

const methods: Readonly<Record<string, string>> = {
  email: m.common_email(),
  text: m.documents_byText(),
  link: m.documents_byLink(),
  hand: m.documents_onPaper(),
};

/** An event's details: revision, method, amount, and reason. */
function eventDetails({ revision, by, method, amount, reason, name }: Details): string[] {
  return [
    typeof revision === 'number' && m.documents_history_revisionNumber({ revision }),
    typeof by === 'string' && methods[by],
    typeof name === 'string' && name,
    typeof amount === 'number' && formatMoney(amount),
    isOneOf(keysOf(documentPaymentMethods), method) && documentPaymentMethods[method],
    typeof reason === 'string' && reason,
  ].filter((one): one is string => typeof one === 'string' && one !== '');
}
