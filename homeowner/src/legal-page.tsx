import * as m from '#messages';
import type { Brand } from '@lintel/contract/brand';
import { locales } from '@lintel/contract/core/language';
import { usStates } from '@lintel/contract/core/us-states';
import type { AgreedText, LegalView } from '@lintel/contract/legal/page';
import { phoneText } from '@lintel/contract/core/field-rules';
import type { PublicProvider } from '@lintel/contract/legal/provider';
import type { PublicPage } from '@lintel/contract/pages/page';
import { Blocks, InlineText } from './markup.tsx';
import { NoticeAsk, Notices } from './sections/notices.tsx';
import { CompanyHeader, nmlsAddress, PageFooter } from './sections/frame.tsx';

interface Props {
  page: PublicPage;
  brand: Brand;
  view: LegalView;
  /** The URL's query without the language. */
  query: Record<string, string>;
}

/** The provider's texts and lists, and a homeowner's consents. It works without scripts. */
export function LegalPage({ page, brand, view, query }: Props) {
  return (
    <>
      <CompanyHeader page={page} query={query} framed={false} />
      <main className="wrap narrow apply-alone privacy legal">
        <Step page={page} view={view} />
        <p className="note">
          {view.step === 'agreed' && view.secret === null ? (
            <a href={`/p/${page.pageName}/application`}>{m.agreed_back()}</a>
          ) : (
            <a href={`/p/${page.pageName}`}>{m.legal_back({ company: page.companyName })}</a>
          )}
        </p>
      </main>
      <PageFooter page={page} brand={brand} />
    </>
  );
}

export function legalTitle(view: LegalView): string {
  switch (view.step) {
    case 'text':
      return view.text.title;
    case 'licenses':
      return m.licenses_title();
    case 'lenders':
      return m.lenders_title();
    case 'agreed':
      return m.agreed_title();
    case 'notice-ask':
    case 'notices':
      return m.notices_title();
    case 'missing':
      return m.legal_missing_title();
  }
}

function Step({ page, view }: { page: PublicPage; view: LegalView }) {
  const title = <h1>{legalTitle(view)}</h1>;
  switch (view.step) {
    case 'text':
      return <Text page={page} view={view} />;
    case 'licenses':
      return (
        <>
          {title}
          <Licenses provider={view.provider} />
        </>
      );
    case 'lenders':
      return (
        <>
          {title}
          <Lenders provider={view.provider} />
        </>
      );
    case 'agreed':
      return <Agreed view={view} />;
    case 'notice-ask':
      return <NoticeAsk isWrong={view.isWrong} />;
    case 'notices':
      return <Notices view={view} />;
    case 'missing':
      return (
        <>
          {title}
          <p className="lead">{m.legal_missing_text()}</p>
        </>
      );
  }
}

function Text({ page, view }: { page: PublicPage; view: Extract<LegalView, { step: 'text' }> }) {
  const { kind, text, version, since, isCurrent, versions } = view;
  const path = `/p/${page.pageName}/legal/${kind}`;
  return (
    <>
      <h1>{text.title}</h1>
      <p className="note">{m.legal_version({ version: String(version), since })}</p>
      {!isCurrent && (
        <p className="notice">
          {m.legal_former()} <a href={path}>{m.legal_current()}</a>
        </p>
      )}
      <div className="legal-text">
        <p className="lead">
          <InlineText parts={text.lead} />
        </p>
        <Blocks blocks={text.rest} heading="h2" />
      </div>
      {versions.length > 1 && (
        <>
          <h2>{m.legal_versions()}</h2>
          <ul className="leads">
            {versions.map((one) => (
              <li key={one.version}>
                {one.version === version ? (
                  <strong>
                    {m.legal_version({ version: String(one.version), since: one.since })}
                  </strong>
                ) : (
                  <a href={`${path}?version=${one.version}`}>
                    {m.legal_version({ version: String(one.version), since: one.since })}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Licenses({
  provider: { legalName, address, nmlsId, licenses },
}: {
  provider: PublicProvider;
}) {
  return (
    <>
      <p className="lead">
        {legalName} {address !== '' && <span className="note">{address}</span>}
      </p>
      {nmlsId !== '' && (
        <p>
          {m.licenses_nmls({ id: nmlsId })}{' '}
          <a href={nmlsAddress} target="_blank" rel="noopener">
            {m.licenses_check()}
          </a>
        </p>
      )}
      {licenses.length > 0 && (
        <table className="listing">
          <thead>
            <tr>
              <th scope="col">{m.licenses_state()}</th>
              <th scope="col">{m.licenses_name()}</th>
              <th scope="col">{m.licenses_number()}</th>
            </tr>
          </thead>
          <tbody>
            {licenses.map(({ state, name, number }) => (
              <tr key={`${state} ${number}`}>
                <th scope="row">{usStates[state]}</th>
                <td>{name}</td>
                <td>{number}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

const Lenders = ({ provider: { lenders } }: { provider: PublicProvider }) => (
  <>
    <p className="lead">{m.lenders_lead()}</p>
    <ul className="leads">
      {lenders.map(({ name, nmlsId, website, phone }) => (
        <li key={`${name} ${nmlsId}`}>
          {website === '' ? (
            name
          ) : (
            <a href={website} target="_blank" rel="noopener nofollow">
              {name}
            </a>
          )}
          {nmlsId !== '' && <>, {m.licenses_nmls({ id: nmlsId })}</>}
          {phone !== '' && (
            <>
              , <a href={`tel:+1${phone}`}>{phoneText(phone)}</a>
            </>
          )}
        </li>
      ))}
    </ul>
  </>
);

const answers = {
  given: m.agreed_given,
  declined: m.agreed_declined,
  withdrawn: m.agreed_given,
};

function Agreed({ view }: { view: Extract<LegalView, { step: 'agreed' }> }) {
  const { number, texts, mayWithdraw, justNow, secret } = view;
  return (
    <>
      <h1>{m.agreed_title()}</h1>
      <p className="lead">{m.agreed_lead({ number: String(number) })}</p>
      {justNow && (
        <p className="notice" role="status">
          {m.agreed_withdrawn_now()}
        </p>
      )}
      {texts.length === 0 && <p>{m.agreed_none()}</p>}
      {mayWithdraw && (
        <form method="post" className="card said">
          {secret !== null && <input type="hidden" name="token" value={secret} />}
          <input type="hidden" name="withdraw" value="1" />
          <p>{m.agreed_withdraw_text()}</p>
          <p className="actions">
            <button className="button second">{m.agreed_withdraw()}</button>
          </p>
        </form>
      )}
      {texts.map((text) => (
        <OneAgreed key={text.hash} text={text} />
      ))}
    </>
  );
}

function OneAgreed({ text }: { text: AgreedText }) {
  const { title, lead, rest, answer, at, withdrawnAt, version, language, hash } = text;
  return (
    <section className="card said agreed" aria-label={title}>
      <h2 lang={locales[language]}>{title}</h2>
      <p className={answer === 'given' ? 'mark' : 'note'}>{answers[answer]({ at })}</p>
      {withdrawnAt !== null && <p className="mark">{m.agreed_withdrawn({ at: withdrawnAt })}</p>}
      <div className="legal-text" lang={locales[language]}>
        <p>
          <InlineText parts={lead} />
        </p>
        {rest.length > 0 && <Blocks blocks={rest} heading="h3" />}
      </div>
      <p className="note fingerprint">{m.agreed_text({ version, hash })}</p>
    </section>
  );
}
