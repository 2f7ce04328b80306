import * as m from '#messages';
import { useState } from 'react';
import type { SentConsents } from '@lintel/contract/applications/consents';
import { consentKinds, type ConsentKind } from '@lintel/contract/legal/consent-kinds';
import type { IslandData } from './island-data.ts';
import type { ApplicationControls } from './use-application.ts';

export const needed: Partial<Record<ConsentKind, () => string>> = {
  sharing: m.consent_missing_sharing,
  'e-sign': m.consent_missing_e_sign,
};
export const consentField = (kind: ConsentKind): string => `consents.${kind}.agreed`;
const hashField = (kind: ConsentKind): string => `consents.${kind}.hash`;

/** The form's consents: which are checked, missing, and sent. */
export function useConsents(data: IslandData, { mark, errors, values }: ApplicationControls) {
  const { consents, stateTexts } = data;
  const stateText = stateTexts.find(({ state }) => state === values.state);
  const [ticked, setTicked] = useState<Partial<Record<ConsentKind, boolean>>>({});
  const consentHash = (kind: ConsentKind): string =>
    consents.find((one) => one.kind === kind)?.hash ?? '';
  return {
    ticked,
    /** The disclosure of the applicant's state. */
    stateText,
    tick: (kind: ConsentKind, yes: boolean): void => {
      setTicked({ ...ticked, [kind]: yes });
      mark(consentField(kind), null);
    },
    /** The problems by field. */
    problems: (): Record<string, string> =>
      Object.fromEntries(
        consentKinds.flatMap((kind) => {
          const missing = ticked[kind] ? undefined : needed[kind]?.();
          return missing === undefined ? [] : [[consentField(kind), missing]];
        }),
      ),
    /** Call only without problems. */
    sent: (): SentConsents => ({
      sharing: { hash: consentHash('sharing'), agreed: true },
      'e-sign': { hash: consentHash('e-sign'), agreed: true },
      contact: { hash: consentHash('contact'), agreed: ticked.contact ?? false },
      ...(stateText && { state: { hash: stateText.hash } }),
    }),
    problem: (kind: ConsentKind): string | undefined =>
      errors[hashField(kind)] ? m.consent_changed() : errors[consentField(kind)],
  };
}

/**
 * Opens the homeowner's consents after the application was sent. The secret is in the form's body,
 * because URLs end up in histories and proxy logs.
 */
export const AgreedLink = (of: SecretLink) => (
  <SecretForm {...of} page="agreed" words={m.agreed_link()} />
);
/** Opens the notices of adverse action. */
export const NoticesLink = (of: SecretLink) => (
  <SecretForm {...of} page="notices" words={m.notices_link()} />
);

interface SecretLink {
  data: IslandData;
  token: string;
}

const SecretForm = ({ data, token, page, words }: SecretLink & { page: string; words: string }) => (
  <form
    method="post"
    action={`/p/${data.pageName}/${page}`}
    // Other websites may not frame these pages.
    target={window.top === window ? undefined : '_blank'}
    className="note"
  >
    <input type="hidden" name="token" value={token} />
    <button className="plain">{words}</button>
  </form>
);
