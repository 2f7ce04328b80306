import type { ReactNode } from 'react';
import type { Brand } from '@lintel/contract/brand';
import type { PublicPage } from '@lintel/contract/pages/page';
import type { PrivacyView } from '@lintel/contract/privacy/page';
import { privacyTexts as texts } from './privacy-texts.ts';
import { CompanyHeader, PageFooter, ProviderFooter, ProviderHeader } from './sections/frame.tsx';

interface Props {
  /** Null where the page is not known, or not there any more. */
  page: PublicPage | null;
  brand: Brand;
  view: PrivacyView;
}

/**
 * Where homeowners ask for their data. It works without scripts: forms without an action are sent
 * to the page's own address.
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
            <a href={`/p/${page.pageName}`}>{texts.back(page.companyName)}</a>
          </p>
        )}
      </main>
      {page === null ? <ProviderFooter brand={brand} /> : <PageFooter page={page} brand={brand} />}
    </>
  );
}

export const titleOf = ({ step }: PrivacyView): string => texts[step].title;

function Step({ page, brand, view }: Props) {
  switch (view.step) {
    case 'ask':
      return (
        <Ask companyName={page?.companyName ?? brand.name} brandName={brand.name} view={view} />
      );
    case 'asked':
      return (
        <Said title={texts.asked.title}>
          <p>{texts.asked.text(view.email)}</p>
          <p>{texts.asked.more}</p>
        </Said>
      );
    case 'confirm':
      return (
        <Said title={texts.confirm.title}>
          <p>{texts.confirm[view.kind](view.email)}</p>
          <form method="post" className="actions">
            <button className="button">{texts.confirm.submit[view.kind]}</button>
          </form>
          <p className="note">{texts.confirm.not}</p>
        </Said>
      );
    case 'received':
      return (
        <Said title={texts.received.title}>
          <p>{texts.received.text(view.number, view.due)}</p>
          <p>{texts.received.more}</p>
        </Said>
      );
    case 'copy':
      return (
        <Said title={texts.copy.title}>
          <p>{texts.copy.text(view.email)}</p>
          <p className="actions">
            <a className="button" href={view.pdf}>
              {texts.copy.pdf}
            </a>
            <a className="button second" href={view.json}>
              {texts.copy.json}
            </a>
          </p>
          <p className="note">{texts.copy.until(view.until)}</p>
        </Said>
      );
    case 'invalid':
      return (
        <Said title={texts.invalid.title}>
          <p>{texts.invalid.text}</p>
        </Said>
      );
    case 'busy':
      return (
        <Said title={texts.busy.title}>
          <p>{view.message}</p>
        </Said>
      );
  }
}

const Said = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <h1>{title}</h1>
    <div className="card said">{children}</div>
  </>
);

interface AskProps {
  companyName: string;
  brandName: string;
  view: Extract<PrivacyView, { step: 'ask' }>;
}

const kinds = ['copy', 'deletion'] as const;

function Ask({ companyName, brandName, view: { email, kind, errors, months } }: AskProps) {
  const { ask } = texts;
  return (
    <>
      <h1>{ask.title}</h1>
      <p className="lead">{ask.lead(companyName, brandName)}</p>
      <form method="post" className="card" aria-label={ask.form} noValidate>
        <div className="field">
          <label htmlFor="email">{ask.email}</label>
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
            {errors.email ?? ask.emailHelp}
          </p>
        </div>
        <fieldset className="field bands">
          <legend>{ask.kind}</legend>
          {kinds.map((one) => (
            <label key={one} className="band-choice">
              <input type="radio" name="kind" value={one} defaultChecked={kind === one} />
              {ask.kinds[one]}
            </label>
          ))}
          {errors.kind !== undefined && (
            <p className="error" role="alert">
              {errors.kind}
            </p>
          )}
        </fieldset>
        <p className="actions">
          <button className="button">{ask.submit}</button>
        </p>
      </form>
      <h2>{ask.what}</h2>
      <ul className="leads">
        {ask.kept.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <p className="note">{ask.howLong(months)}</p>
    </>
  );
}
