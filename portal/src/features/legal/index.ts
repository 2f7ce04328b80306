import * as m from '#messages';
import { staffWith } from '@lintel/contract/core/access';
import { changingRules } from '@lintel/contract/core/changing-rules';

export { MarkedText } from './texts/marked-text.tsx';

const looking = staffWith(['manage-settings', 'access']);

/** The Settings section for legal texts. */
export const legalTextsSection = {
  id: 'legal-texts',
  title: m.legal_texts_title(),
  purpose: m.legal_texts_purpose(),
  access: looking,
  changing: changingRules,
  load: () =>
    import('./texts/texts-section.tsx').then((module) => ({ default: module.TextsSection })),
};

/** The Settings section for the provider's details on public pages. */
export const providerSection = {
  id: 'provider',
  title: m.legal_provider_title(),
  purpose: m.legal_provider_purpose(),
  access: looking,
  changing: changingRules,
  load: () =>
    import('./provider/provider-section.tsx').then((module) => ({
      default: module.ProviderSection,
    })),
};

/** Loads the card that finds consent records. */
export const loadConsentRecords = () =>
  import('./consents/consent-records.tsx').then((module) => ({ default: module.ConsentRecords }));
/** Loads the button that downloads an application's consent record. */
export const loadRecordButton = () =>
  import('./consents/record-button.tsx').then((module) => ({ default: module.RecordButton }));
