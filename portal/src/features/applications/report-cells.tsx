import type { ReactNode } from 'react';
import { Tooltip } from '@mantine/core';
import * as m from '#messages';
import { offerKindLabels, type OfferKind } from '@lintel/contract/applications/constants';
import { actorLabels, steps } from '@lintel/contract/applications/progress';
import {
  reportColumns,
  receivedKinds,
  type ReportColumn,
} from '@lintel/contract/applications/report-columns';
import type { ApplicationRow } from '@lintel/contract/applications/report-row';
import { removedPerson } from '@lintel/contract/privacy/constants';
import { formatDate, formatPhone, formatWholeMoney } from '../../lib/format.ts';
import { IconCheck } from '../../ui/icons.ts';
import { Link } from '../../ui/link.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './applications.module.css';

interface CellProps {
  row: ApplicationRow;
}

/** Columns that show something other than their plain value. */
const drawn: Partial<Record<ReportColumn, (shown: CellProps) => ReactNode>> = {
  applicantName: Applicant,
  appFormComplete: Complete,
  nextStep: NextStep,
  largestOffer: BestOffer,
  receivedOffers: ReceivedOffers,
  creditDecision: CreditDecision,
  funded: Funded,
};

/** Whether a column shows its plain text, day, or amount. */
export const isPlain = (column: ReportColumn): boolean => drawn[column] === undefined;

/** A column's content, in the grid and on a card. */
export function ReportCell({ column, row }: CellProps & { column: ReportColumn }) {
  const Drawn = drawn[column];
  return Drawn ? <Drawn row={row} /> : plainText(column, row);
}

function plainText(column: ReportColumn, row: ApplicationRow): string {
  const { kind, value } = reportColumns[column];
  const cellValue = value(row);
  if (cellValue === null || cellValue === '') return '–';
  if (kind === 'day') return formatDate(String(cellValue));
  return kind === 'money' ? formatWholeMoney(Number(cellValue)) : String(cellValue);
}

/** The applicant: a name that links to the application, a phone number to call, and the e-mail. */
function Applicant({ row }: CellProps) {
  const { applicantName: name, applicantPhone: phone, applicantEmail: email } = row;
  return (
    <div className={classes.applicant}>
      <Link to={`/reports-applications/${row.id}`}>
        {name === removedPerson ? (
          <em className={classes.quiet}>{removedPerson}</em>
        ) : (
          <strong>{name || m.common_unnamed()}</strong>
        )}
      </Link>
      {phone + email !== '' && (
        <span className={classes.reach} title={email}>
          {phone !== '' && <a href={`tel:+1${phone}`}>{formatPhone(phone)}</a>}
          {phone !== '' && ' · '}
          <span>{email || m.applications_noEmail()}</span>
        </span>
      )}
    </div>
  );
}

function Complete({ row }: CellProps) {
  return row.appFormComplete === 1 ? (
    <span className={classes.complete}>
      <IconCheck size={16} aria-hidden /> {m.applications_complete()}
    </span>
  ) : (
    <span className={classes.quiet}>{m.common_started()}</span>
  );
}

/** `APPROVED`, `EXPIRED` or a dash. */
function CreditDecision({ row: { creditDecision } }: CellProps) {
  return creditDecision === '-' ? (
    <span className={classes.quiet}>–</span>
  ) : (
    <StatusBadge status={creditDecision} />
  );
}

/** Who acts next, on what, and by when; an explanation opens on hover, focus, or touch. */
function NextStep({ row }: CellProps) {
  const { title, help } = steps[row.nextStep];
  const isOpen = row.nextActor !== 'nobody';
  return (
    <div className={classes.next}>
      <Tooltip label={help} multiline w={280} events={{ hover: true, focus: true, touch: true }}>
        <button type="button" className={classes.step} data-actor={row.nextActor}>
          {isOpen ? (
            <ActorAndStep actor={actorLabels[row.nextActor]} step={lowerFirst(title)} />
          ) : (
            title
          )}
        </button>
      </Tooltip>
      <Deadline row={row} />
    </div>
  );
}

const ActorAndStep = ({ actor, step }: { actor: string; step: string }) => (
  <>
    <span>{actor}:</span> {step}
  </>
);

function Deadline({ row: { nextStep, expiresAt, reapplyFrom } }: CellProps) {
  if (nextStep === 'inform' && expiresAt !== null)
    return (
      <span className={classes.quiet}>
        {m.applications_expiresOn({ expiresAt: formatDate(expiresAt) })}
      </span>
    );
  if (reapplyFrom === null) return null;
  return (
    <span className={classes.quiet}>
      {nextStep === 'expired' && expiresAt !== null && (
        <>{m.applications_onDate({ expiresAt: formatDate(expiresAt) })} </>
      )}
      {m.applications_canReapply({ reapplyFrom: formatDate(reapplyFrom) })}
    </span>
  );
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * The lenders' offers, one line per kind: count, largest amount, lender, and chosen or qualified.
 */
function ReceivedOffers({ row }: CellProps) {
  const { receivedOffers } = row;
  if (receivedOffers.no_offers)
    return <span className={classes.quiet}>{m.applications_noOffers()}</span>;
  const kinds = receivedKinds(row);
  if (kinds.length === 0) return <span className={classes.quiet}>–</span>;
  return (
    <ul className={classes.lines}>
      {kinds.map((kind) => (
        <OfferLine key={kind} kind={kind} row={row} />
      ))}
    </ul>
  );
}

function OfferLine({ kind, row }: CellProps & { kind: OfferKind }) {
  const offer = row.receivedOffers[kind];
  if (offer === undefined) return null;
  return (
    <li>
      <span className={classes.line}>
        <span>
          {offerKindLabels[kind]}
          {offer.cnt > 1 && <span className={classes.quiet}> ×{offer.cnt}</span>}
        </span>
        <strong>
          {m.applications_upToAmount({ maxamount: formatWholeMoney(offer.max_amount) })}
        </strong>
      </span>
      <span className={classes.quiet}>
        {offer.name}
        {offer.qualified > 0 && (
          <em className={classes.mark} data-tone="blue">
            {m.applications_qualified()}
          </em>
        )}
        {offer.selected > 0 && (
          <em className={classes.mark} data-tone="green">
            {m.applications_selected()}
          </em>
        )}
      </span>
    </li>
  );
}

/** The largest offer and its lender. */
function BestOffer({ row }: CellProps) {
  const best = receivedKinds(row)
    .flatMap((kind) => row.receivedOffers[kind] ?? [])
    .toSorted((a, b) => b.max_amount - a.max_amount)[0];
  if (best === undefined) {
    const text = row.receivedOffers.no_offers ? m.applications_noOffers() : '–';
    return <span className={classes.quiet}>{text}</span>;
  }
  return (
    <div className={classes.best}>
      <strong>{formatWholeMoney(best.max_amount)}</strong>
      <span className={classes.quiet} title={best.name}>
        {best.name}
      </span>
    </div>
  );
}

/** The funded amounts, by kind, and what was reversed. */
function Funded({ row: { funded, reversed } }: CellProps) {
  const lines = [
    funded.loan && `${offerKindLabels.loan} ${formatWholeMoney(funded.loan.sum)}`,
    funded.heloc && `${offerKindLabels.heloc} ${formatWholeMoney(funded.heloc.sum)}`,
    funded.direct && `${offerKindLabels.direct}: ${funded.direct.name}`,
    funded.creditcard && `${offerKindLabels.creditcard} ${formatWholeMoney(funded.creditcard.sum)}`,
    reversed === null ? undefined : m.applications_reversed({ amount: formatWholeMoney(reversed) }),
  ].filter((line) => line !== undefined);
  if (lines.length === 0) return <span className={classes.quiet}>–</span>;
  return (
    <ul className={classes.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
