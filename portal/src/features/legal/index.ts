import * as m from '#messages';
import { staffWith } from '@lintel/contract/core/access';
import { changingRules } from '@lintel/contract/core/changing-rules';

const looking = staffWith(['manage-settings', 'access']);

/** The section of Settings for what homeowners agree to and read about the provider. */
export const legalTextsSection = {
  id: 'legal-texts',
  title: m.legal_texts_title(),
  purpose: m.legal_texts_purpose(),
  access: looking,
  changing: changingRules,
  load: () =>
    import('./texts/texts-section.tsx').then((module) => ({ default: module.TextsSection })),
};

/** The section of Settings for what public pages say of the provider. */
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

/** Loads the card in which staff find what a homeowner agreed to. */
export const loadConsentRecords = () =>
  import('./consents/consent-records.tsx').then((module) => ({ default: module.ConsentRecords }));
/** Loads the button that fetches the record of one application. */
export const loadRecordButton = () =>
  import('./consents/record-button.tsx').then((module) => ({ default: module.RecordButton }));
