import * as m from '#messages';
import type { ReactNode } from 'react';
import type { Brand } from '@lintel/contract/brand';
import type { PublicPage } from '@lintel/contract/pages/page';
import { answerDays, copyDays, proofHours } from '@lintel/contract/privacy/constants';
import type { PrivacyView } from '@lintel/contract/privacy/page';
import { dayText } from './day.ts';
import { problemText } from './problems.ts';
import { CompanyHeader, PageFooter, ProviderFooter, ProviderHeader } from './sections/frame.tsx';

interface Props {
  /** Null when the page is unknown or no longer exists. */
  page: PublicPage | null;
  brand: Brand;
  view: PrivacyView;
}

/**
 * The page for homeowners' privacy requests. It works without scripts: forms without an action
 * submit to the page's own URL.
 */
export function PrivacyPage({ page, brand, view }: Props) {
  return (
    <>
      {page === null ? (
        <ProviderHeader brand={brand} />
      ) : (
        <CompanyHeader page={page} framed={false} />
      )}
      <main className="wrap narrow apply-alone privacy">
        <Step page={page} brand={brand} view={view} />
        {page !== null && (
          <p className="note">
            <a href={`/p/${page.pageName}`}>{m.privacy_back({ company: page.companyName })}</a>
          </p>
        )}
      </main>
      {page === null ? <ProviderFooter brand={brand} /> : <PageFooter page={page} brand={brand} />}
    </>
  );
}

const titles: Record<PrivacyView['step'], () => string> = {
  ask: m.privacy_ask,
  asked: m.privacy_asked,
  confirm: m.privacy_confirm,
  received: m.privacy_received,
  copy: m.privacy_copy,
  invalid: m.link_invalid,
  busy: m.privacy_busy,
};
export const privacyTitle = ({ step }: PrivacyView): string => titles[step]();

function Step({ page, brand, view }: Props) {
  switch (view.step) {
    case 'ask':
      return (
        <RequestForm
          companyName={page?.companyName ?? brand.name}
          brandName={brand.name}
          view={view}
        />
      );
    case 'asked':
      return (
        <Message title={privacyTitle(view)}>
          <p>{m.privacy_asked_text({ email: view.email })}</p>
          <p>{m.privacy_asked_more({ hours: String(proofHours) })}</p>
        </Message>
      );
    case 'confirm':
      return (
        <Message title={privacyTitle(view)}>
          <p>{confirming[view.kind].text({ email: view.email })}</p>
          <form method="post" className="actions">
            <button className="button">{confirming[view.kind].submit()}</button>
          </form>
          <p className="note">{m.privacy_not()}</p>
        </Message>
      );
    case 'received':
      return (
        <Message title={privacyTitle(view)}>
          <p>{m.privacy_received_text({ number: String(view.number), due: dayText(view.due) })}</p>
          <p>{m.privacy_received_more({ days: String(answerDays) })}</p>
        </Message>
      );
    case 'copy':
      return (
        <Message title={privacyTitle(view)}>
          <p>{m.privacy_copy_text({ email: view.email })}</p>
          <p className="actions">
            <a className="button" href={view.pdf}>
              {m.privacy_pdf()}
            </a>
            <a className="button second" href={view.json}>
              {m.privacy_json()}
            </a>
          </p>
          <p className="note">
            {m.privacy_until({ until: dayText(view.until), days: String(copyDays) })}
          </p>
        </Message>
      );
    case 'invalid':
      return (
        <Message title={privacyTitle(view)}>
          <p>{m.privacy_invalid_text()}</p>
        </Message>
      );
    case 'busy':
      return (
        <Message title={privacyTitle(view)}>
          <p>
            {m.privacy_busy_text({ minutes: String(Math.max(2, Math.ceil(view.seconds / 60))) })}
          </p>
        </Message>
      );
  }
}

const Message = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <h1>{title}</h1>
    <div className="card said">{children}</div>
  </>
);

interface RequestFormProps {
  companyName: string;
  brandName: string;
  view: Extract<PrivacyView, { step: 'ask' }>;
}

const kinds = ['copy', 'deletion'] as const;
const confirming = {
  copy: { choice: m.privacy_kind_copy, text: m.privacy_confirm_copy, submit: m.privacy_yes_copy },
  deletion: {
    choice: m.privacy_kind_deletion,
    text: m.privacy_confirm_deletion,
    submit: m.privacy_yes_deletion,
  },
};

function RequestForm({
  companyName,
  brandName,
  view: { email, kind, errors, months },
}: RequestFormProps) {
  return (
    <>
      <h1>{m.privacy_ask()}</h1>
      <p className="lead">{m.privacy_lead({ company: companyName, brand: brandName })}</p>
      <form method="post" className="card" aria-label={m.privacy_form()} noValidate>
        <div className="field">
          <label htmlFor="email">{m.privacy_email()}</label>
          <input
            id="email"
            name="email"
            type="email"
            autoComplete="email"
            defaultValue={email}
            aria-invalid={errors.email === undefined ? undefined : true}
            aria-describedby="email-help"
          />
          <p id="email-help" className={errors.email === undefined ? 'help' : 'error'}>
            {errors.email === undefined ? m.privacy_email_help() : problemText(errors.email)}
          </p>
        </div>
        <fieldset className="field bands">
          <legend>{m.privacy_kind()}</legend>
          {kinds.map((one) => (
            <label key={one} className="band-choice">
              <input type="radio" name="kind" value={one} defaultChecked={kind === one} />
              {confirming[one].choice()}
            </label>
          ))}
          {errors.kind !== undefined && (
            <p className="error" role="alert">
              {problemText(errors.kind)}
            </p>
          )}
        </fieldset>
        <p className="actions">
          <button className="button">{m.privacy_submit()}</button>
        </p>
      </form>
      <h2>{m.privacy_what()}</h2>
      <ul className="leads">
        {[m.privacy_kept_filled(), m.privacy_kept_offers(), m.privacy_kept_consent()].map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <p className="note">{m.privacy_how_long({ months: String(months) })}</p>
    </>
  );
}
