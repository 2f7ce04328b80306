import * as m from '#messages';
import { useState, type FormEvent } from 'react';
import { CallLink, Heading, type ResultProps } from './results.tsx';

/** Asks people who open a message's link for the phone number's ending before showing anything. */
export function ReturnLink({ data, used, link }: ResultProps & { link: string }) {
  const [ending, setEnding] = useState('');
  const error = used.errors['phoneEnding'];
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (/^\d{4}$/.test(ending)) void used.resumeByLink(link, ending);
    else used.refuse({ phoneEnding: m.way_back_four() });
  };
  return (
    <form onSubmit={send} noValidate aria-busy={used.busy}>
      <Heading>{m.way_back_title()}</Heading>
      <p>{m.way_back_text()}</p>
      <div className="field">
        <label htmlFor="phone-ending">{m.way_back_label()}</label>
        <input
          id="phone-ending"
          className="short"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={ending}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'error-phone-ending' : undefined}
          onChange={(event) => {
            setEnding(event.target.value.replace(/\D/g, ''));
            used.mark('phoneEnding', null);
          }}
        />
        {error && (
          <p className="error" id="error-phone-ending" role="alert">
            {error}
          </p>
        )}
      </div>
      <div className="actions">
        <button type="button" className="plain" onClick={used.leaveReturnLink}>
          {m.way_back_not_now()}
        </button>
        <button className="button" disabled={used.busy}>
          {used.busy ? m.form_busy() : m.way_back_open()}
        </button>
      </div>
      {data.phone !== '' && (
        <p className="note">
          {m.way_back_help({ company: data.companyName })} <CallLink phone={data.phone} />
        </p>
      )}
    </form>
  );
}
