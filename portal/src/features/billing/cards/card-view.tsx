import { brandNameOf } from '@lintel/contract/billing-card-rules';
import type { Card } from '@lintel/contract/billing-cards';
import { BrandIcon } from './brand-icon.tsx';
import { ExpiryNotice } from './expiry.tsx';
import classes from './cards.module.css';

/** `03/2027` */
const monthOf = ({ expireMonth, expireYear }: Card): string =>
  `${String(expireMonth).padStart(2, '0')}/${expireYear}`;

/** The stored card, as a card. */
export function CardView({ card }: { card: Card }) {
  const expired = card.daysUntilExpiration < 1;
  return (
    <>
      <ExpiryNotice days={card.daysUntilExpiration} />
      <div className={classes.plastic}>
        <div className={classes.plasticHead}>
          <BrandIcon brand={card.brand} width={48} />
          <span>{brandNameOf(card.brand)}</span>
        </div>
        <p className={classes.number}>{card.number}</p>
        <dl className={classes.plasticFacts}>
          <div>
            <dt>Name on card</dt>
            <dd>{card.cardholderName}</dd>
          </div>
          <div>
            <dt>{expired ? 'Expired' : 'Expires'}</dt>
            <dd>{monthOf(card)}</dd>
          </div>
          <div>
            <dt>Zip</dt>
            <dd>{card.zipCode}</dd>
          </div>
        </dl>
      </div>
    </>
  );
}
