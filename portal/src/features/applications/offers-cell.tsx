import type { ApplicationRow } from '@lintel/contract/applications/report';
import { offerKindLabels, type OfferKind } from '@lintel/contract/applications/constants';
import { formatWholeMoney } from '../../lib/format.ts';
import { receivedKinds } from './offer-kinds.ts';
import classes from './applications.module.css';

/**
 * What lenders offered, a line for each kind: how many, up to how much, from whom, chosen or
 * qualified.
 */
export function ReceivedOffersCell({ row }: { row: ApplicationRow }) {
  const { receivedOffers } = row;
  if (receivedOffers.no_offers) return <span className={classes.quiet}>No offers</span>;
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

function OfferLine({ kind, row }: { kind: OfferKind; row: ApplicationRow }) {
  const offer = row.receivedOffers[kind];
  if (offer === undefined) return null;
  return (
    <li>
      <span className={classes.line}>
        <span>
          {offerKindLabels[kind]}
          {offer.cnt > 1 && <span className={classes.quiet}> ×{offer.cnt}</span>}
        </span>
        <strong>up to {formatWholeMoney(offer.max_amount)}</strong>
      </span>
      <span className={classes.quiet}>
        {offer.name}
        {offer.qualified > 0 && (
          <em className={classes.mark} data-tone="blue">
            Qualified
          </em>
        )}
        {offer.selected > 0 && (
          <em className={classes.mark} data-tone="green">
            Selected
          </em>
        )}
      </span>
    </li>
  );
}

/** What was paid out, by kind. */
export function FundedCell({ row: { funded } }: { row: ApplicationRow }) {
  const lines = [
    funded.loan && `${offerKindLabels.loan} ${formatWholeMoney(funded.loan.sum)}`,
    funded.heloc && `${offerKindLabels.heloc} ${formatWholeMoney(funded.heloc.sum)}`,
    funded.direct && `${offerKindLabels.direct}: ${funded.direct.name}`,
    funded.creditcard && `${offerKindLabels.creditcard} ${formatWholeMoney(funded.creditcard.sum)}`,
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
