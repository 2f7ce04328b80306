import * as m from '#messages';
import { useState } from 'react';
import type { HomeownerApplication, HomeownerOffer } from '@lintel/contract/applications/homeowner';
import {
  Choice,
  choiceTexts,
  kindName,
  measureNames,
  measures,
  OfferCard,
  sorted,
  type Measure,
} from './offer-cards.tsx';
import { Heading, StartOver, type ResultProps } from './results.tsx';
import { Sheet } from './sheet.tsx';
import { Status } from './upload.tsx';

/** The dialog's question stays the same, even when another tab makes a choice. */
interface ChoiceQuestion {
  offer: HomeownerOffer;
  /** The choice when the dialog opened. */
  replaced: HomeownerOffer | undefined;
}

/** The lenders' offers, the chosen one, and its progress. */
export function Offers({ data, used }: ResultProps) {
  const [question, setQuestion] = useState<ChoiceQuestion | 'withdraw' | null>(null);
  const { application } = used;
  if (application === null) return null;
  const { offers } = application;
  const chosen = offers.find((offer) => offer.chosen);
  const others = offers.filter((offer) => offer !== chosen);
  const isGone = offers.every(({ withdrawn }) => withdrawn);
  const isDecided = chosen !== undefined && (chosen.approved || chosen.funded);
  const close = (): void => setQuestion(null);
  const closeAndShow = (id: string): void => {
    close();
    focusLater(id);
  };
  const choose = async ({ offer, replaced }: ChoiceQuestion): Promise<void> => {
    const succeeded = await used.choose(offer.id, replaced?.id ?? null);
    closeAndShow(succeeded ? 'standing' : 'problem');
  };
  const list = (
    <OfferList
      shown={others}
      application={application}
      instead={chosen !== undefined}
      onChoose={isDecided ? null : (offer) => setQuestion({ offer, replaced: chosen })}
    />
  );
  return (
    <>
      <Heading>{offersTitle(offers.filter((one) => !one.withdrawn).length, chosen)}</Heading>
      {chosen ? (
        <Status data={data} used={used} />
      ) : (
        <p className={isGone ? 'notice' : undefined}>
          {isGone ? m.offer_all_gone() : m.offer_lead()}
        </p>
      )}
      {chosen && (
        <ul className="offers">
          <OfferCard offer={chosen} application={application} />
        </ul>
      )}
      {chosen && others.length > 0 && !isDecided && <h4 className="others">{m.offer_others()}</h4>}
      {isDecided && others.length > 0 ? (
        <details>
          <summary>{m.offer_others_count({ count: others.length })}</summary>
          {list}
        </details>
      ) : (
        list
      )}
      <div className="ends">
        {chosen?.funded !== true && (
          <button type="button" className="plain" onClick={() => setQuestion('withdraw')}>
            {m.offer_withdraw()}
          </button>
        )}
        <StartOver used={used} />
      </div>
      {question === 'withdraw' ? (
        <WithdrawSheet
          data={data}
          used={used}
          onClose={close}
          onFailed={() => closeAndShow('problem')}
        />
      ) : (
        question && (
          <ChoiceSheet
            data={data}
            requestedAmount={application.requestedAmount}
            {...question}
            busy={used.busy}
            onClose={close}
            onConfirm={() => void choose(question)}
          />
        )
      )}
    </>
  );
}

/** Waits, because elements outside of a dialog can't get the focus before it is gone. */
const focusLater = (id: string) => setTimeout(() => document.getElementById(id)?.focus());

interface OfferListProps {
  shown: HomeownerOffer[];
  application: HomeownerApplication;
  /** Another offer was chosen: these would replace it. */
  instead: boolean;
  /** Null when choosing is no longer possible. */
  onChoose: ((offer: HomeownerOffer) => void) | null;
}

/** The offers to choose from, in the homeowner's chosen order. */
function OfferList({ shown, application, instead, onChoose }: OfferListProps) {
  const [by, setBy] = useState<Measure>('payment');
  return (
    <>
      {shown.length > 1 && (
        <div className="field sort">
          <label htmlFor="sort-offers">{m.offer_sort()}</label>
          <select
            id="sort-offers"
            value={by}
            onChange={({ target }) =>
              setBy(measureNames.find((name) => name === target.value) ?? 'payment')
            }
          >
            {measureNames.map((name) => (
              <option key={name} value={name}>
                {measures[name].order()}
              </option>
            ))}
          </select>
        </div>
      )}
      <ul className="offers">
        {sorted(shown, by).map((offer) => (
          <OfferCard key={offer.id} offer={offer} application={application}>
            {onChoose !== null && !offer.withdrawn && (
              <ChooseButton offer={offer} instead={instead} onClick={onChoose} />
            )}
          </OfferCard>
        ))}
      </ul>
      {shown.length > 0 && <p className="note">{m.offer_cost_note()}</p>}
    </>
  );
}

function offersTitle(count: number, chosen: HomeownerOffer | undefined): string {
  if (chosen?.funded) return m.offer_title_funded();
  if (chosen?.approved) return m.offer_title_approved();
  if (chosen) return m.offer_title_chosen({ lender: chosen.lenderName });
  if (count === 0) return m.offer_title_none();
  return count === 1 ? m.offer_title_one() : m.offer_title_many({ count });
}

interface ChooseButtonProps {
  offer: HomeownerOffer;
  /** Another offer was chosen, so these are secondary. */
  instead: boolean;
  onClick(offer: HomeownerOffer): void;
}

function ChooseButton({ offer, instead, onClick }: ChooseButtonProps) {
  const named = { lender: offer.lenderName, kind: kindName(offer) };
  return (
    <button
      type="button"
      className="button second"
      onClick={() => onClick(offer)}
      aria-label={instead ? m.offer_choose_instead_label(named) : m.offer_choose_label(named)}
    >
      {instead ? m.offer_choose_instead() : m.offer_choose()}
    </button>
  );
}

interface ChoiceSheetProps extends ChoiceQuestion {
  data: ResultProps['data'];
  requestedAmount: number | null;
  busy: boolean;
  onClose(): void;
  onConfirm(): void;
}

function ChoiceSheet({ data, offer, replaced, requestedAmount, ...rest }: ChoiceSheetProps) {
  const before = replaced?.lenderName;
  return (
    <Sheet {...rest} {...choiceTexts(offer.lenderName, before)} cancel={m.offer_sheet_cancel()}>
      <Choice
        offer={offer}
        requestedAmount={requestedAmount}
        before={before}
        companyName={data.companyName}
      />
    </Sheet>
  );
}

const WithdrawSheet = ({
  data,
  used,
  onClose,
  onFailed,
}: ResultProps & { onClose(): void; onFailed(): void }) => (
  <Sheet
    title={m.offer_withdraw_title()}
    confirm={m.offer_withdraw_confirm()}
    cancel={m.offer_withdraw_cancel()}
    busy={used.busy}
    onClose={onClose}
    onConfirm={() => void used.withdraw().then((succeeded) => (succeeded ? onClose() : onFailed()))}
  >
    <p>{m.offer_withdraw_text({ company: data.companyName })}</p>
  </Sheet>
);
