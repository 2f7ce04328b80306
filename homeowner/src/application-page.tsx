import * as m from '#messages';
import type { ReactNode } from 'react';
import type { Brand } from '@lintel/contract/brand';
import type { HomeownerApplication } from '@lintel/contract/applications/homeowner';
import { returnLinkFragment } from '@lintel/contract/applications/constants';
import type { ApplicationView } from '@lintel/contract/applications/page';
import { languageParameter } from '@lintel/contract/core/language';
import type { PublicPage } from '@lintel/contract/pages/page';
import { ConfirmForm } from './application/confirm-form.tsx';
import { Choice, choiceTexts, OfferCard, sorted } from './application/offer-cards.tsx';
import { chosenOffer, NextStep, Phones, Requests, Timeline } from './application/status.tsx';
import { CallLink } from './application/results.tsx';
import { ChooseForm, RemoveForm, UploadForm } from './application/plain-forms.tsx';
import { language } from './language.ts';
import { CompanyHeader, PageFooter, ProviderFooter, ProviderHeader } from './sections/frame.tsx';

interface Props {
  /** Null when the page is unknown or no longer exists. */
  page: PublicPage | null;
  brand: Brand;
  view: ApplicationView;
  /** The public page was closed: everything happens here, without links to it. */
  isClosed: boolean;
}

/**
 * An application without scripts. With scripts, a link redirects to the public page, which has the
 * same content and actions.
 */
export function ApplicationPage({ page, brand, view, isClosed }: Props) {
  const place = page === null ? '' : `/p/${page.pageName}`;
  return (
    <>
      {page === null ? (
        <ProviderHeader brand={brand} />
      ) : (
        <CompanyHeader page={page} framed={false} />
      )}
      <main
        className="wrap narrow apply-alone"
        data-alive={
          view.step === 'ask' && page !== null && !isClosed
            ? `${place}?${languageParameter}=${language()}${returnLinkFragment}${view.link}`
            : undefined
        }
      >
        {page === null ? (
          <EmptyPage view={view} />
        ) : (
          <Step page={page} view={view} place={place} isClosed={isClosed} />
        )}
        {page !== null && !isClosed && (
          <p className="note">
            <a href={place}>{m.privacy_back({ company: page.companyName })}</a>
          </p>
        )}
      </main>
      {page === null ? <ProviderFooter brand={brand} /> : <PageFooter page={page} brand={brand} />}
    </>
  );
}

const titles: Record<ApplicationView['step'], () => string> = {
  ask: m.way_back_title,
  status: m.plain_title,
  choose: m.plain_title,
  withdraw: m.offer_withdraw_title,
  replace: m.confirm_replace_title,
  left: m.left_title,
  closed: m.plain_closed,
  invalid: m.link_invalid,
  busy: m.plain_busy,
};
export const applicationTitle = ({ step }: ApplicationView): string => titles[step]();

interface StepProps {
  page: PublicPage;
  view: ApplicationView;
  /** The public page's URL. */
  place: string;
  isClosed: boolean;
}

function Step({ page, view, place, isClosed }: StepProps) {
  const at = `${place}/application`;
  switch (view.step) {
    case 'ask':
      return <PhoneForm page={page} isWrong={view.isWrong} />;
    case 'status':
      return <ApplicationDetail page={page} view={view} at={at} isClosed={isClosed} />;
    case 'choose':
      return <Choosing page={page} view={view} at={at} />;
    case 'withdraw':
      return (
        <Message title={applicationTitle(view)}>
          <p>{m.offer_withdraw_text({ company: page.companyName })}</p>
          <ConfirmSection
            at={at}
            cancel={m.offer_withdraw_cancel()}
            confirm={m.offer_withdraw_confirm()}
          >
            <input type="hidden" name="do" value="withdraw" />
          </ConfirmSection>
        </Message>
      );
    case 'replace':
      return (
        <Message title={applicationTitle(view)}>
          <p>{m.confirm_replace_text()}</p>
          <ConfirmSection at={at} cancel={m.offer_sheet_cancel()} confirm={m.confirm_replace()}>
            <input type="hidden" name="do" value="replace" />
          </ConfirmSection>
        </Message>
      );
    case 'left':
      return (
        <Message title={applicationTitle(view)}>
          <p>{m.leave_back({ company: page.companyName })}</p>
        </Message>
      );
    case 'closed':
    case 'invalid':
    case 'busy':
      return <EmptyPage view={view} />;
  }
}

function EmptyPage({ view }: { view: ApplicationView }) {
  const text =
    view.step === 'closed'
      ? m.plain_closed_text()
      : view.step === 'busy'
        ? m.plain_busy_text()
        : m.plain_invalid_text();
  return (
    <Message title={applicationTitle(view)}>
      <p>{text}</p>
    </Message>
  );
}

const Message = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <h1>{title}</h1>
    <div className="card said">{children}</div>
  </>
);

/** The form submits to the page's own URL, which contains the link. */
const PhoneForm = ({ page, isWrong }: { page: PublicPage; isWrong: boolean }) => (
  <Message title={m.way_back_title()}>
    <p>{m.way_back_text()}</p>
    <form method="post" noValidate>
      <div className="field">
        <label htmlFor="phone-ending">{m.way_back_label()}</label>
        <input
          id="phone-ending"
          name="phoneEnding"
          className="short"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          aria-invalid={isWrong ? true : undefined}
          aria-describedby={isWrong ? 'error-phone-ending' : undefined}
        />
        {isWrong && (
          <p className="error" id="error-phone-ending" role="alert">
            {m.way_back_wrong()}
          </p>
        )}
      </div>
      <p className="actions">
        <button className="button">{m.way_back_open()}</button>
      </p>
    </form>
    {page.phone !== '' && (
      <p className="note">
        {m.way_back_help({ company: page.companyName })} <CallLink phone={page.phone} />
      </p>
    )}
  </Message>
);

interface ConfirmProps {
  at: string;
  cancel: string;
  confirm: string;
  children: ReactNode;
}

/** The confirmation before an action: nothing has happened yet. */
const ConfirmSection = ({ at, cancel, confirm, children }: ConfirmProps) => (
  <form method="post" action={at} className="actions">
    {children}
    <input type="hidden" name="sure" value="1" />
    <a className="button second" href={at}>
      {cancel}
    </a>
    <button className="button">{confirm}</button>
  </form>
);

function pageTitle(application: HomeownerApplication): string {
  const chosen = chosenOffer(application);
  const count = application.offers.filter(({ withdrawn }) => !withdrawn).length;
  if (application.status !== 'offers') return m.plain_title();
  if (chosen?.funded) return m.offer_title_funded();
  if (chosen?.approved) return m.offer_title_approved();
  if (chosen) return m.offer_title_chosen({ lender: chosen.lenderName });
  if (count === 0) return m.offer_title_none();
  return count === 1 ? m.offer_title_one() : m.offer_title_many({ count });
}

interface DetailProps {
  page: PublicPage;
  view: Extract<ApplicationView, { step: 'status' }>;
  at: string;
  isClosed: boolean;
}

function ApplicationDetail({
  page,
  view: { application, problem, hasChanged },
  at,
  isClosed,
}: DetailProps) {
  const { status, offers } = application;
  if (status === 'confirm')
    return (
      <Message title={m.confirm_title()}>
        <ConfirmForm
          company={page.companyName}
          application={application}
          at={at}
          mayReplace={!isClosed}
        />
        <EndActions application={application} at={at} />
      </Message>
    );
  const chosen = chosenOffer(application);
  const others = offers.filter((offer) => offer !== chosen);
  const isDecided = chosen !== undefined && (chosen.approved || chosen.funded);
  const mayChoose = status === 'offers' && !isDecided;
  return (
    <Message title={pageTitle(application)}>
      {hasChanged && (
        <p className="problem" role="alert">
          {m.plain_changed()}
        </p>
      )}
      <NextStep company={page} application={application} />
      <Requests
        company={page}
        application={application}
        renderUpload={(request) => <UploadForm request={request} problem={problem} at={at} />}
        renderRemove={(document) => <RemoveForm document={document} at={at} />}
      />
      <Timeline application={application} />
      <Phones company={page} application={application} />
      {offers.length > 0 && status === 'offers' && (
        <section aria-labelledby="offers-title">
          <h4 id="offers-title">{m.plain_offers()}</h4>
          <ul className="offers">
            {chosen && <OfferCard offer={chosen} application={application} />}
            {sorted(others, 'payment').map((offer) => (
              <OfferCard key={offer.id} offer={offer} application={application}>
                {mayChoose && !offer.withdrawn && (
                  <ChooseForm offer={offer} instead={chosen !== undefined} at={at} />
                )}
              </OfferCard>
            ))}
          </ul>
          <p className="note">{m.offer_cost_note()}</p>
        </section>
      )}
      <EndActions application={application} at={at} />
      {application.times.sent !== null && status !== 'joined' && (
        <p className="note">
          <a href={`${at}/agreed`} rel="nofollow">
            {m.agreed_link()}
          </a>
        </p>
      )}
      {application.notices > 0 && (
        <p className="note">
          <a href={`${at}/notices`} rel="nofollow">
            {m.notices_link()}
          </a>
        </p>
      )}
    </Message>
  );
}

/** Actions that end the application, or this visit. */
const EndActions = ({ application, at }: { application: HomeownerApplication; at: string }) => (
  <div className="ends">
    <a className="button second" href={at}>
      {m.plain_refresh()}
    </a>
    {application.times.sent !== null &&
      application.status !== 'withdrawn' &&
      chosenOffer(application)?.funded !== true && (
        <form method="post" action={at}>
          <button className="plain" name="do" value="withdraw">
            {m.offer_withdraw()}
          </button>
        </form>
      )}
    <form method="post" action={at}>
      <button className="plain" name="do" value="leave">
        {m.plain_leave()}
      </button>
    </form>
  </div>
);

interface ChoosingProps {
  page: PublicPage;
  view: Extract<ApplicationView, { step: 'choose' }>;
  at: string;
}

/** The chosen offer and its consequences, before the choice is made. */
function Choosing({ page, view: { application, offerId }, at }: ChoosingProps) {
  const offer = application.offers.find(({ id }) => id === offerId);
  const replaced = chosenOffer(application);
  if (offer === undefined) return null;
  const before = replaced?.lenderName;
  const { title, confirm } = choiceTexts(offer.lenderName, before);
  return (
    <Message title={title}>
      <Choice
        offer={offer}
        requestedAmount={application.requestedAmount}
        before={before}
        companyName={page.companyName}
      />
      <ConfirmSection at={at} cancel={m.offer_sheet_cancel()} confirm={confirm}>
        <input type="hidden" name="do" value="choose" />
        <input type="hidden" name="offer" value={offer.id} />
        <input type="hidden" name="replaces" value={replaced?.id ?? ''} />
      </ConfirmSection>
    </Message>
  );
}
