import * as m from '#messages';
import type { ReactNode } from 'react';
import type { HomeownerApplication, HomeownerOffer } from '@lintel/contract/applications/homeowner';
import { locale } from '../language.ts';
import { dollarsAndCents, wholeDollars } from '../money.ts';
import { formatMoment, type WithTimeZone } from './times.ts';

const kindNames: Record<HomeownerOffer['kind'], () => string> = {
  loan: m.offer_kind_loan,
  heloc: m.offer_kind_heloc,
  direct: m.offer_kind_direct,
  creditcard: m.offer_kind_creditcard,
};

export const kindName = ({ kind }: HomeownerOffer): string => kindNames[kind]();

/** `8.25%`, from a rate in percent. */
const rateText = (percent: number): string =>
  new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 2 }).format(
    percent / 100,
  );

/**
 * How offers are compared: lower figures are better. An offer without a figure comes last and is
 * never the best.
 */
export const measures = {
  payment: {
    of: ({ monthlyPayment }: HomeownerOffer) => monthlyPayment,
    order: m.offer_sort_payment,
    best: m.offer_best_payment,
  },
  cost: {
    of: ({ totalCost }: HomeownerOffer) => totalCost,
    order: m.offer_sort_cost,
    best: m.offer_best_cost,
  },
  rate: {
    of: ({ apr }: HomeownerOffer) => apr,
    order: m.offer_sort_rate,
    best: m.offer_best_rate,
  },
  amount: {
    of: ({ amount }: HomeownerOffer) => -amount,
    order: m.offer_sort_amount,
    best: m.offer_best_amount,
  },
} as const;
export type Measure = keyof typeof measures;
export const measureNames: readonly Measure[] = ['payment', 'cost', 'rate', 'amount'];

/** Offers by a measure, best first; offers that can no longer be chosen come last. */
export function sorted(offers: readonly HomeownerOffer[], by: Measure): HomeownerOffer[] {
  const figure = (offer: HomeownerOffer): number =>
    measures[by].of(offer) ?? Number.MAX_SAFE_INTEGER;
  return offers.toSorted(
    (a, b) => Number(a.withdrawn) - Number(b.withdrawn) || figure(a) - figure(b) || a.id - b.id,
  );
}

/**
 * The measures in which an available offer is the best. A single offer, or one equal to all others,
 * has none.
 */
export function bestMeasures(offer: HomeownerOffer, offers: readonly HomeownerOffer[]): Measure[] {
  const available = offers.filter(({ withdrawn }) => !withdrawn);
  if (offer.withdrawn || available.length < 2) return [];
  return measureNames.filter((name) => {
    const own = measures[name].of(offer);
    const figures = available.map(measures[name].of).filter((figure) => figure !== null);
    return own !== null && own === Math.min(...figures) && own < Math.max(...figures);
  });
}

/** Whether an available offer costs no more per month than the homeowner's budget. */
export const fitsBudget = ({ monthlyPayment, withdrawn }: HomeownerOffer, budget: number | null) =>
  budget !== null && !withdrawn && monthlyPayment !== null && monthlyPayment <= budget;

interface OfferCardProps {
  offer: HomeownerOffer;
  /** What the offer is compared with: all offers, and the monthly budget. */
  application: Pick<
    HomeownerApplication,
    'offers' | 'monthlyBudget' | 'requestedAmount' | 'timeZone'
  >;
  children?: ReactNode;
}

/** An offer with its terms. `children`: its actions. */
export function OfferCard({ offer, application, children }: OfferCardProps) {
  const state = offerState(offer, application);
  return (
    <li className={offer.chosen ? 'offer chosen' : 'offer'}>
      <div>
        <p className="kind">{kindName(offer)}</p>
        <h4>{offer.lenderName}</h4>
      </div>
      <Badges offer={offer} application={application} />
      <Terms offer={offer} requestedAmount={application.requestedAmount} />
      <OfferNotes offer={offer} />
      <Conditions offer={offer} />
      {state !== null && <p className={offer.withdrawn ? 'help' : 'mark'}>{state}</p>}
      {isOpen(offer) && offer.expiresAt !== null && (
        <p className="help">{m.offer_until({ at: formatMoment(offer.expiresAt, application) })}</p>
      )}
      {children}
    </li>
  );
}

const isOpen = ({ chosen, withdrawn }: HomeownerOffer): boolean => !chosen && !withdrawn;

function offerState(
  {
    funded,
    approved,
    conditionallyApproved,
    chosen,
    withdrawn,
    expired,
    expiresAt,
  }: HomeownerOffer,
  zone: WithTimeZone,
): string | null {
  if (funded) return m.offer_state_funded();
  if (approved) return m.offer_state_approved();
  if (chosen) return conditionallyApproved ? m.offer_state_conditional() : m.offer_state_chosen();
  if (expired && expiresAt !== null)
    return m.offer_state_expired({ at: formatMoment(expiresAt, zone) });
  return withdrawn ? m.offer_state_gone() : null;
}

/** What the lender's approval depends on. */
function Conditions({ offer: { conditions, approved, funded } }: { offer: HomeownerOffer }) {
  if (conditions.length === 0 || approved || funded) return null;
  return (
    <div className="note">
      <p>{m.offer_conditions()}</p>
      <ul>
        {conditions.map((condition) => (
          <li key={condition}>{condition}</li>
        ))}
      </ul>
    </div>
  );
}

function Badges({ offer, application: { offers, monthlyBudget } }: OfferCardProps) {
  const names = bestMeasures(offer, offers);
  const isWithin = fitsBudget(offer, monthlyBudget);
  if (names.length === 0 && !isWithin) return null;
  return (
    <ul className="badges">
      {isWithin && monthlyBudget !== null && (
        <li className="fits">{m.offer_fits({ budget: dollars(monthlyBudget) })}</li>
      )}
      {names.map((name) => (
        <li key={name}>{measures[name].best()}</li>
      ))}
    </ul>
  );
}

const dollars = (amount: number): string =>
  Number.isInteger(amount) ? wholeDollars(amount) : dollarsAndCents(amount);

const orOnRequest = (value: number | null, text: (value: number) => string): string =>
  value === null ? m.offer_untold() : text(value);

function rateNote({ rateType, laterApr }: HomeownerOffer): string {
  if (laterApr !== null) return m.offer_introductory();
  if (rateType === null) return '';
  return rateType === 'fixed' ? m.offer_fixed() : m.offer_variable();
}

interface TermsProps {
  offer: HomeownerOffer;
  /** The requested amount; null when unknown. */
  requestedAmount: number | null;
}

/**
 * The terms, in the same order and wording for every kind of offer, named as in Regulation Z (12
 * CFR 1026.18).
 */
export function Terms({ offer, requestedAmount }: TermsProps) {
  const gap = requestedAmount === null ? 0 : requestedAmount - offer.amount;
  const { apr, termMonths, monthlyPayment, totalOfPayments, fees, totalCost } = offer;
  const terms: [term: string, text: string, note?: string][] = [
    [m.offer_payment(), orOnRequest(monthlyPayment, dollarsAndCents)],
    [
      m.offer_amount(),
      dollars(offer.amount),
      gap > 0 ? m.offer_amount_less({ gap: dollars(gap) }) : '',
    ],
    [m.offer_apr(), orOnRequest(apr, rateText), apr === null ? '' : rateNote(offer)],
    [m.offer_term(), orOnRequest(termMonths, (months) => m.offer_months({ months }))],
    [m.offer_total(), orOnRequest(totalOfPayments, dollarsAndCents)],
    [
      m.offer_fees(),
      orOnRequest(fees, (value) => (value === 0 ? m.offer_no_fees() : dollarsAndCents(value))),
    ],
    [m.offer_cost(), orOnRequest(totalCost, dollarsAndCents)],
  ];
  return (
    <dl>
      {terms.map(([term, text, note]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            {text}
            {note ? <small> {note}</small> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** One sentence each about a special rate or security. */
function offerNotes(offer: HomeownerOffer): string[] {
  const { rateType, securedByHome, laterApr, termMonths, apr } = offer;
  const meanings: string[] = [];
  if (laterApr !== null && termMonths !== null && apr !== null) {
    const terms = { months: termMonths, later: rateText(laterApr) };
    meanings.push(
      apr === 0
        ? m.offer_meaning_zero_later(terms)
        : m.offer_meaning_later({ ...terms, apr: rateText(apr) }),
    );
  } else if (rateType !== null)
    meanings.push(rateType === 'fixed' ? m.offer_meaning_fixed() : m.offer_meaning_variable());
  if (securedByHome) meanings.push(m.offer_meaning_lien());
  return meanings;
}

/** Highlights terms that could be a surprise. */
export function OfferNotes({ offer }: { offer: HomeownerOffer }) {
  const meanings = offerNotes(offer);
  const matters = offer.securedByHome || offer.laterApr !== null || offer.rateType === 'variable';
  return (
    meanings.length > 0 && (
      <div className={matters ? 'meaning' : 'note'}>
        {meanings.map((meaning) => (
          <p key={meaning}>{meaning}</p>
        ))}
      </div>
    )
  );
}

interface ChoiceProps extends TermsProps {
  /** The lender whose offer it replaces. */
  before: string | undefined;
  companyName: string;
}

/** The chosen offer and its consequences, before the choice is made. */
export const Choice = ({ offer, requestedAmount, before, companyName }: ChoiceProps) => {
  const lender = offer.lenderName;
  return (
    <>
      <div className="offer">
        <p className="kind">{m.offer_sheet_of({ kind: kindName(offer), lender })}</p>
        <Terms offer={offer} requestedAmount={requestedAmount} />
        <OfferNotes offer={offer} />
      </div>
      <h4>{m.offer_sheet_then()}</h4>
      <ul className="leads">
        {before !== undefined && <li>{m.offer_sheet_replaced({ before })}</li>}
        <li>{m.offer_sheet_contact({ lender })}</li>
        <li>{m.offer_sheet_contractor({ company: companyName })}</li>
        <li>{m.offer_sheet_change({ lender })}</li>
      </ul>
    </>
  );
};

/** The confirmation of a choice, and its button's label. */
export const choiceTexts = (lender: string, before: string | undefined) =>
  before === undefined
    ? { title: m.offer_sheet_title({ lender }), confirm: m.offer_sheet_confirm() }
    : {
        title: m.offer_sheet_title_instead({ before, lender }),
        confirm: m.offer_sheet_confirm_instead({ lender }),
      };
