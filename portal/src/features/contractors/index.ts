import * as m from '#messages';
import { staffWith } from '@lintel/contract/core/access';
import { changingRules } from '@lintel/contract/core/changing-rules';
import { prefetchAgreement, prefetchMultipleUsers } from './settings/requests.ts';

export { contractorsKey, getManagers } from './requests.ts';

/** The Settings section for the number of team users per tier. */
export const multipleUsersSection = {
  id: 'multiple-users',
  title: m.contractors_limits_title(),
  purpose: m.contractors_limits_purpose(),
  access: staffWith(['manage-settings', 'access']),
  load: () =>
    import('./settings/multiple-users-section.tsx').then((module) => ({
      default: module.MultipleUsersSection,
    })),
  prefetch: prefetchMultipleUsers,
};

/** The Settings section for the service agreement date. */
export const agreementSection = {
  id: 'service-agreement-date',
  title: m.contractors_agreement_title(),
  purpose: m.contractors_agreement_purpose(),
  access: staffWith(['manage-settings', 'access']),
  changing: changingRules,
  load: () =>
    import('./settings/agreement-section.tsx').then((module) => ({
      default: module.AgreementSection,
    })),
  prefetch: prefetchAgreement,
};
