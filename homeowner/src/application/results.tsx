import { useEffect, useRef } from 'react';
import type { HomeownerOffer } from '@lintel/contract/applications';
import { dollarsAndCents, dollarsWhole, phoneText } from '../money.ts';
import type { IslandData } from './island-data.ts';
import type { UsedApplication } from './use-application.ts';

interface ResultProps {
  data: IslandData;
  used: UsedApplication;
}

const kindNames: Record<HomeownerOffer['kind'], string> = {
  loan: 'Personal loan',
  heloc: 'Home equity line of credit',
  direct: 'Direct project funding',
  creditcard: '0% introductory credit card',
};

/** What has just appeared is read out by moving to its heading. */
function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h3 ref={heading} tabIndex={-1}>
      {children}
    </h3>
  );
}

export function Searching() {
  return (
    <div className="searching" role="status">
      <Heading>Lenders are looking at your application</Heading>
      <progress aria-label="Waiting for lenders" />
      <p>This takes a few seconds. You can leave this page: your offers will be here when you come back.</p>
    </div>
  );
}

/** What lenders offer, and which of it was chosen. */
export function Offers({ data, used }: ResultProps) {
  const offers = used.application?.offers ?? [];
  const chosen = offers.filter((offer) => offer.chosen);
  return (
    <>
      <Heading>{offers.length === 1 ? 'You have one offer' : `You have ${offers.length} offers`}</Heading>
      {chosen.length === 0 ? (
        <p>Choose the one that suits you. Choosing does not bind you to anything yet.</p>
      ) : (
        <p className="notice" role="status">
          Thank you. {chosen[0]?.lenderName} will contact you about the last steps, and {data.companyName} knows that you are on
          your way.
        </p>
      )}
      <ul className="offers">
        {offers.map((offer) => (
          <OfferCard key={offer.id} offer={offer} used={used} />
        ))}
      </ul>
      <StartOver used={used} />
    </>
  );
}

function OfferCard({ offer, used }: { offer: HomeownerOffer; used: UsedApplication }) {
  return (
    <li className={offer.chosen ? 'offer chosen' : 'offer'}>
      <div>
        <p className="kind">{kindNames[offer.kind]}</p>
        <h4>{offer.lenderName}</h4>
      </div>
      <dl>
        <Fact term="Amount" text={dollarsWhole(offer.amount)} />
        {offer.apr !== null && <Fact term="APR" text={`${offer.apr}%`} />}
        {offer.termMonths !== null && <Fact term="Term" text={`${offer.termMonths} months`} />}
        {offer.monthlyPayment !== null && <Fact term="Monthly" text={dollarsAndCents(offer.monthlyPayment)} />}
      </dl>
      {offer.chosen ? (
        <p className="mark">{offer.funded ? 'Funded' : offer.approved ? 'Approved' : 'Your choice'}</p>
      ) : (
        <button
          type="button"
          className="button"
          disabled={used.busy}
          onClick={() => void used.choose(offer.id)}
          aria-label={`Choose the offer of ${offer.lenderName}, ${kindNames[offer.kind]}`}
        >
          Choose this offer
        </button>
      )}
    </li>
  );
}

function Fact({ term, text }: { term: string; text: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{text}</dd>
    </div>
  );
}

/** Nobody has an offer: said kindly, with what one can do. */
export function NoOffers({ data, used }: ResultProps) {
  return (
    <>
      <Heading>No lender has an offer for you today</Heading>
      <p>
        This is not a verdict on you or on your project. Lenders look at a few figures only, and these can change. A smaller
        amount, or an application together with someone in your household, is often worth another try.
      </p>
      {data.phone !== '' && (
        <p>
          {data.companyName} may know another way: <a href={`tel:+1${data.phone}`}>{phoneText(data.phone)}</a>
        </p>
      )}
      <StartOver used={used} />
    </>
  );
}

function StartOver({ used }: { used: UsedApplication }) {
  return (
    <button type="button" className="plain" onClick={used.startOver}>
      Start a new application
    </button>
  );
}
