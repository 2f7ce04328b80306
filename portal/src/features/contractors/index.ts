import * as m from '#messages';
import { staffWith } from '@lintel/contract/core/access';
import { changingRules } from '@lintel/contract/core/changing-rules';
import { prefetchAgreement, prefetchMultipleUsers } from './settings/requests.ts';

export { contractorsKey, getManagers } from './requests.ts';

/** The section of Settings for how many team users each tier allows. */
export const multipleUsersSection = {
  id: 'multiple-users',
  title: m.settings_multiple_users(),
  purpose: m.settings_how_many_team_users_each(),
  access: staffWith(['manage-settings', 'access']),
  load: () =>
    import('./settings/multiple-users-section.tsx').then((module) => ({
      default: module.MultipleUsersSection,
    })),
  prefetch: prefetchMultipleUsers,
};

/** The section of Settings for the service agreement date. */
export const agreementSection = {
  id: 'service-agreement-date',
  title: m.settings_service_agreement_date(),
  purpose: m.settings_the_date_since_which_contractors(),
  access: staffWith(['manage-settings', 'access']),
  changing: changingRules,
  load: () =>
    import('./settings/agreement-section.tsx').then((module) => ({
      default: module.AgreementSection,
    })),
  prefetch: prefetchAgreement,
};
