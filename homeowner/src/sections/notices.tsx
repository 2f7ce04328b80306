import * as m from '#messages';
import { locales } from '@lintel/contract/core/language';
import type { LegalView, NoticeText } from '@lintel/contract/legal/page';
import { Blocks, InlineText } from '../markup.tsx';

type NoticesView = Extract<LegalView, { step: 'notices' }>;

/** Asks for the last digits of the phone number. */
export const NoticeAsk = ({ isWrong }: { isWrong: boolean }) => (
  <>
    <h1>{m.notices_title()}</h1>
    <form method="post" className="card said">
      <p>{m.way_back_text()}</p>
      <div className="field">
        <label htmlFor="phoneEnding">{m.way_back_label()}</label>
        <input
          id="phoneEnding"
          name="phoneEnding"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          required
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? 'phoneEnding-error' : undefined}
        />
        {isWrong && (
          <p className="error" id="phoneEnding-error" role="alert">
            {m.way_back_wrong()}
          </p>
        )}
      </div>
      <p className="actions">
        <button className="button">{m.notices_read()}</button>
      </p>
    </form>
  </>
);

/** The notices of adverse action about an application, each with its PDF. */
export const Notices = ({ view: { number, notices, proof } }: { view: NoticesView }) => (
  <>
    <h1>{m.notices_title()}</h1>
    <p className="lead">{m.notices_lead({ number: String(number) })}</p>
    {notices.length === 0 && <p>{m.notices_none()}</p>}
    {notices.map((notice) => (
      <OneNotice key={notice.id} notice={notice} proof={proof} />
    ))}
  </>
);

function OneNotice({ notice, proof }: { notice: NoticeText; proof: NoticesView['proof'] }) {
  const { id, title, lead, rest, lender, sent, language, hash } = notice;
  return (
    <section className="card said agreed" aria-label={lender}>
      <h2 lang={locales[language]}>{title}</h2>
      <p className="note">{m.notices_from({ lender, sent })}</p>
      <div className="legal-text" lang={locales[language]}>
        <p>
          <InlineText parts={lead} />
        </p>
        <Blocks blocks={rest} heading="h3" />
      </div>
      <form method="post">
        {proof?.kind === 'ending' && (
          <input type="hidden" name="phoneEnding" value={proof.ending} />
        )}
        {proof?.kind === 'secret' && <input type="hidden" name="token" value={proof.token} />}
        <p className="actions">
          <button className="button second" name="pdf" value={id}>
            {m.notices_pdf()}
          </button>
        </p>
      </form>
      <p className="note fingerprint">{m.notices_hash({ hash })}</p>
    </section>
  );
}
