import * as m from '#messages';
import { useState } from 'react';
import type { ApplicationField } from '@lintel/contract/applications/fields';
import { findProblems } from '@lintel/contract/applications/rules';
import type { ApplicationControls } from './use-application.ts';

interface ContinueLaterProps {
  used: ApplicationControls;
  /** The step's fields, which are saved first. */
  fields: readonly ApplicationField[];
}

/** E-mails a link to resume a half-filled form, once the name and the e-mail are known. */
export function ContinueLater({ used, fields }: ContinueLaterProps) {
  const [sentTo, setSentTo] = useState('');
  const { values } = used;
  if (Object.keys(findProblems(['email', 'phone'], values)).length > 0) return null;
  const email = values.email?.trim() ?? '';
  const send = async (): Promise<void> => {
    if (await used.sendLink(fields)) setSentTo(email);
  };
  return (
    <div className="continue">
      {sentTo === email ? (
        <p role="status">{m.form_later_sent({ email })}</p>
      ) : (
        <>
          <p>
            <strong>{m.form_later()}</strong> {m.form_later_text()}
          </p>
          <button type="button" className="plain" disabled={used.busy} onClick={() => void send()}>
            {m.form_later_send()}
          </button>
        </>
      )}
    </div>
  );
}
