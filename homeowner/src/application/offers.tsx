import { useState, type ReactNode } from 'react';
import type { HomeownerApplication, HomeownerOffer } from '@lintel/contract/applications/homeowner';
import { dollarsAndCents, dollarsWhole } from '../money.ts';
import { CallLink, Heading, StartOver, type ResultProps } from './results.tsx';
import { Sheet } from './sheet.tsx';

const kindNames: Record<HomeownerOffer['kind'], string> = {
  loan: 'Personal loan',
  heloc: 'Home equity line of credit',
  direct: 'Direct project funding',
  creditcard: '0% introductory credit card',
};

/** What lenders offer, which of it was chosen, and how far that is. */
export function Offers({ data, used }: ResultProps) {
  const [asked, setAsked] = useState<HomeownerOffer | 'withdraw' | null>(null);
  const { application } = used;
  if (application === null) return null;
  const { offers } = application;
  const chosen = offers.find((offer) => offer.chosen);
  const others = offers.filter((offer) => offer !== chosen);
  const isDecided = chosen !== undefined && (chosen.approved || chosen.funded);
  const close = (): void => setAsked(null);
  const choose = async (offer: HomeownerOffer): Promise<void> => {
    const worked = await used.choose(offer.id, chosen?.id ?? null);
    close();
    // Nothing outside of the sheet takes the focus before it is gone.
    if (worked) setTimeout(() => document.getElementById('standing')?.focus());
  };
  const list = (
    <ul className="offers">
      {others.map((offer) => (
        <OfferCard
          key={offer.id}
          offer={offer}
          action={
            isDecided || offer.withdrawn ? null : (
              <ChooseButton offer={offer} instead={chosen !== undefined} onClick={setAsked} />
            )
          }
        />
      ))}
    </ul>
  );
  return (
    <>
      <Heading>{titleOf(offers.filter((one) => !one.withdrawn).length, chosen)}</Heading>
      <Standing data={data} application={application} chosen={chosen} />
      {chosen && (
        <ul className="offers">
          <OfferCard offer={chosen} action={null} />
        </ul>
      )}
      {chosen && others.length > 0 && !isDecided && <h4 className="others">Other offers</h4>}
      {isDecided && others.length > 0 ? (
        <details>
          <summary>Other offers ({others.length})</summary>
          {list}
        </details>
      ) : (
        list
      )}
      <div className="ends">
        {chosen?.funded !== true && (
          <button type="button" className="plain" onClick={() => setAsked('withdraw')}>
            Withdraw my application
          </button>
        )}
        <StartOver used={used} />
      </div>
      {asked === 'withdraw' ? (
        <WithdrawSheet data={data} used={used} onClose={close} />
      ) : (
        asked && (
          <ChoiceSheet
            data={data}
            offer={asked}
            replaced={chosen}
            busy={used.busy}
            onClose={close}
            onConfirm={() => void choose(asked)}
          />
        )
      )}
    </>
  );
}

function titleOf(count: number, chosen: HomeownerOffer | undefined): string {
  if (chosen?.funded) return 'Your project is funded';
  if (chosen?.approved) return 'Your financing is approved';
  if (chosen) return `You chose ${chosen.lenderName}`;
  if (count === 0) return 'There are no offers left';
  return count === 1 ? 'You have one offer' : `You have ${count} offers`;
}

interface StandingProps {
  data: ResultProps['data'];
  application: HomeownerApplication;
  chosen: HomeownerOffer | undefined;
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** What happens now, and what the homeowner does about it. It is read out when it changes. */
function Standing({ data, application: { offers, information }, chosen }: StandingProps) {
  if (chosen === undefined && !offers.some(({ withdrawn }) => !withdrawn)) {
    return (
      <p className="notice">
        The lenders have withdrawn their offers. You can start a new application at any time.
      </p>
    );
  }
  if (chosen === undefined) {
    return (
      <p>
        Choose the one that suits you. Choosing does not bind you, and you can change your mind
        until the lender has approved it.
      </p>
    );
  }
  return (
    <div
      className={information && !chosen.approved ? 'notice wanted' : 'notice'}
      id="standing"
      role="status"
      tabIndex={-1}
    >
      <StandingWords data={data} information={information} chosen={chosen} />
    </div>
  );
}

function StandingWords({
  data,
  information,
  chosen,
}: Pick<StandingProps, 'data'> &
  Pick<HomeownerApplication, 'information'> & { chosen: HomeownerOffer }) {
  const { lenderName } = chosen;
  const call = data.phone !== '' && (
    <>
      {' '}
      You can call {data.companyName} at <CallLink phone={data.phone} />.
    </>
  );
  if (chosen.funded)
    return (
      <p>
        {lenderName} has paid out. There is nothing left to do here: enjoy your project with{' '}
        {data.companyName}.
      </p>
    );
  if (chosen.approved)
    return (
      <p>
        {lenderName} has approved your choice. Agree with {data.companyName} on when the work
        starts, so that the money can be paid out.{call}
      </p>
    );
  // A server of the release before says nothing of it.
  if (!information)
    return (
      <p>
        Thank you. {lenderName} will contact you about the last steps, and {data.companyName} knows
        that you are on your way. This page shows what happens next.
      </p>
    );
  const { what, how, until } = information;
  return (
    <>
      <p>
        <strong>{lenderName} needs something from you</strong>
      </p>
      <p>{what || 'The lender will tell you by phone or e-mail what it needs.'}</p>
      {how && <p>{how}</p>}
      {until !== null && <p>{deadlineText(new Date(until))}</p>}
    </>
  );
}

const deadlineText = (until: Date): string =>
  until.getTime() > Date.now()
    ? `Please send it by ${day.format(until)}. After that the offer expires.`
    : `The offer expired on ${day.format(until)}. If you send it now, the lender can still approve it.`;

function OfferCard({ offer, action }: { offer: HomeownerOffer; action: ReactNode }) {
  const mark = offer.funded
    ? 'Funded'
    : offer.approved
      ? 'Approved'
      : offer.chosen
        ? 'Your choice'
        : offer.withdrawn
          ? 'No longer available'
          : null;
  return (
    <li className={offer.chosen ? 'offer chosen' : 'offer'}>
      <div>
        <p className="kind">{kindNames[offer.kind]}</p>
        <h4>{offer.lenderName}</h4>
      </div>
      <Facts offer={offer} />
      {mark !== null && <p className={offer.withdrawn ? 'help' : 'mark'}>{mark}</p>}
      {action}
    </li>
  );
}

interface ChooseButtonProps {
  offer: HomeownerOffer;
  /** Another one was chosen: this is no longer what the page is about. */
  instead: boolean;
  onClick(offer: HomeownerOffer): void;
}

const ChooseButton = ({ offer, instead, onClick }: ChooseButtonProps) => (
  <button
    type="button"
    className={instead ? 'button second' : 'button'}
    onClick={() => onClick(offer)}
    aria-label={`Choose the offer of ${offer.lenderName}, ${kindNames[offer.kind]}${instead ? ', instead' : ''}`}
  >
    {instead ? 'Choose this one instead' : 'Choose this offer'}
  </button>
);

function Facts({ offer }: { offer: HomeownerOffer }) {
  const facts: [term: string, text: string | null][] = [
    ['Amount', dollarsWhole(offer.amount)],
    ['APR', offer.apr === null ? null : `${offer.apr}%`],
    ['Term', offer.termMonths === null ? null : `${offer.termMonths} months`],
    ['Monthly', offer.monthlyPayment === null ? null : dollarsAndCents(offer.monthlyPayment)],
  ];
  return (
    <dl>
      {facts.map(
        ([term, text]) =>
          text !== null && (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

interface ChoiceSheetProps {
  data: ResultProps['data'];
  offer: HomeownerOffer;
  replaced: HomeownerOffer | undefined;
  busy: boolean;
  onClose(): void;
  onConfirm(): void;
}

/** What is chosen and what it leads to, before it is done. */
function ChoiceSheet({ data, offer, replaced, ...rest }: ChoiceSheetProps) {
  const { lenderName } = offer;
  const title = replaced
    ? `You chose ${replaced.lenderName}. Choose ${lenderName} instead?`
    : `Choose the offer of ${lenderName}?`;
  return (
    <Sheet
      {...rest}
      title={title}
      confirm={replaced ? `Choose ${lenderName}` : 'Yes, choose it'}
      cancel="Back to the offers"
    >
      <div className="offer">
        <p className="kind">
          {kindNames[offer.kind]} of {lenderName}
        </p>
        <Facts offer={offer} />
      </div>
      <h4>What happens then</h4>
      <ul className="leads">
        {replaced && <li>{replaced.lenderName} is told that you no longer want its offer.</li>}
        <li>
          {lenderName} contacts you and asks for what it still needs. Before it decides it may make
          a hard credit check.
        </li>
        <li>{data.companyName} sees your choice and can plan the work.</li>
        <li>You can choose another offer until {lenderName} has approved this one.</li>
      </ul>
    </Sheet>
  );
}

const WithdrawSheet = ({ data, used, onClose }: ResultProps & { onClose(): void }) => (
  <Sheet
    title="Withdraw your application?"
    confirm="Withdraw it"
    cancel="Keep it"
    busy={used.busy}
    onClose={onClose}
    onConfirm={() => void used.withdraw().then(onClose)}
  >
    <p>
      {data.companyName} and the lender that you chose, if you chose one, are told. Your offers end.
      You can start a new application at any time.
    </p>
  </Sheet>
);
