import * as m from '#messages';
import { distributing, prefetchDistribution, prefetchFields, seeingFields } from './requests.ts';

export { NewLeadButton } from './new-lead/new-lead-button.tsx';

/** The section of Settings for what new leads are told apart by. */
export const leadFieldsSection = {
  id: 'lead-fields',
  title: m.leads_lead_source_and_lead_first(),
  purpose: m.leads_the_choices_for_where_a(),
  access: seeingFields,
  load: () =>
    import('./fields/lead-fields-section.tsx').then((module) => ({
      default: module.LeadFieldsSection,
    })),
  prefetch: prefetchFields,
};

/** The section of Settings for who gets which leads. */
export const leadDistributionSection = {
  id: 'lead-distribution',
  title: m.leads_lead_distribution(),
  purpose: m.leads_which_lead_owners_get_the(),
  access: distributing,
  load: () =>
    import('./distribution/distribution-section.tsx').then((module) => ({
      default: module.DistributionSection,
    })),
  prefetch: prefetchDistribution,
};
