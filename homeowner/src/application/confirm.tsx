import * as m from '#messages';
import { useState } from 'react';
import { Answers } from './confirm-form.tsx';
import { DetailsAgain } from './details-again.tsx';
import { Heading, type ResultProps } from './results.tsx';
import { Sheet } from './sheet.tsx';

/**
 * The same e-mail and phone were used to apply twice: their owner has to confirm the answers before
 * anything else happens.
 */
export function Confirm({ data, used }: ResultProps) {
  const [question, setQuestion] = useState<'replace' | 'withdraw' | null>(null);
  const { application } = used;
  if (application === null) return null;
  const close = (): void => setQuestion(null);
  return (
    <>
      <Heading>{m.confirm_title()}</Heading>
      <p>{m.confirm_text({ company: data.companyName })}</p>
      <Answers application={application} />
      <DetailsAgain data={data} used={used} />
      <div className="actions">
        <button type="button" className="button second" onClick={() => setQuestion('replace')}>
          {m.confirm_no()}
        </button>
        <button
          type="button"
          className="button"
          disabled={used.busy}
          onClick={() => void used.confirm()}
        >
          {used.busy ? m.form_busy() : m.confirm_yes()}
        </button>
      </div>
      <div className="ends">
        <button type="button" className="plain" onClick={() => setQuestion('withdraw')}>
          {m.offer_withdraw()}
        </button>
      </div>
      {question === 'replace' && (
        <Sheet
          title={m.confirm_replace_title()}
          confirm={m.confirm_replace()}
          cancel={m.offer_sheet_cancel()}
          busy={used.busy}
          onClose={close}
          onConfirm={() => void used.replace().then(close)}
        >
          <p>{m.confirm_replace_text()}</p>
        </Sheet>
      )}
      {question === 'withdraw' && (
        <Sheet
          title={m.offer_withdraw_title()}
          confirm={m.offer_withdraw_confirm()}
          cancel={m.offer_withdraw_cancel()}
          busy={used.busy}
          onClose={close}
          onConfirm={() => void used.withdraw().then(close)}
        >
          <p>{m.offer_withdraw_text({ company: data.companyName })}</p>
        </Sheet>
      )}
    </>
  );
}
