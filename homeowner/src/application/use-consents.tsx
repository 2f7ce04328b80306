import * as m from '#messages';
import { useState } from 'react';
import type { SentConsents } from '@lintel/contract/applications/consents';
import { consentKinds, type ConsentKind } from '@lintel/contract/legal/consent-kinds';
import type { IslandData } from './island-data.ts';
import type { UsedApplication } from './use-application.ts';

export const needed: Partial<Record<ConsentKind, () => string>> = {
  sharing: m.consent_missing_sharing,
  'e-sign': m.consent_missing_e_sign,
};
export const fieldOf = (kind: ConsentKind): string => `consents.${kind}.agreed`;
const hashField = (kind: ConsentKind): string => `consents.${kind}.hash`;

/** The boxes of the form: which are ticked, what is missing, and what is sent of them. */
export function useConsents({ consents }: IslandData, { mark, errors }: UsedApplication) {
  const [ticked, setTicked] = useState<Partial<Record<ConsentKind, boolean>>>({});
  const hashOf = (kind: ConsentKind): string =>
    consents.find((one) => one.kind === kind)?.hash ?? '';
  return {
    ticked,
    tick: (kind: ConsentKind, yes: boolean): void => {
      setTicked({ ...ticked, [kind]: yes });
      mark(fieldOf(kind), null);
    },
    /** What is wrong, by the field. */
    problems: (): Record<string, string> =>
      Object.fromEntries(
        consentKinds.flatMap((kind) => {
          const missing = ticked[kind] ? undefined : needed[kind]?.();
          return missing === undefined ? [] : [[fieldOf(kind), missing]];
        }),
      ),
    /** Only what is without problems can be sent. */
    sent: (): SentConsents => ({
      sharing: { hash: hashOf('sharing'), agreed: true },
      'e-sign': { hash: hashOf('e-sign'), agreed: true },
      contact: { hash: hashOf('contact'), agreed: ticked.contact ?? false },
    }),
    problemOf: (kind: ConsentKind): string | undefined =>
      errors[hashField(kind)] ? m.consent_changed() : errors[fieldOf(kind)],
  };
}

/**
 * Leads to what was agreed to, once the application was sent. The secret goes in the body of a
 * form: an address is kept in histories and in the logs of proxies.
 */
export const AgreedLink = ({ data, token }: { data: IslandData; token: string }) => (
  <form
    method="post"
    action={`/p/${data.pageName}/agreed`}
    // Other websites may not frame what was agreed to.
    target={window.top === window ? undefined : '_blank'}
    className="note"
  >
    <input type="hidden" name="token" value={token} />
    <button className="plain">{m.agreed_link()}</button>
  </form>
);
