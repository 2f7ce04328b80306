import * as m from '#messages';
import { distributing, prefetchDistribution, prefetchFields, seeingFields } from './requests.ts';

export { NewLeadButton } from './new-lead/new-lead-button.tsx';

/** The Settings section for lead sources and first touches. */
export const leadFieldsSection = {
  id: 'lead-fields',
  title: m.leads_fields_title(),
  purpose: m.leads_fields_purpose(),
  access: seeingFields,
  load: () =>
    import('./fields/lead-fields-section.tsx').then((module) => ({
      default: module.LeadFieldsSection,
    })),
  prefetch: prefetchFields,
};

/** The Settings section for lead distribution. */
export const leadDistributionSection = {
  id: 'lead-distribution',
  title: m.leads_distribution_title(),
  purpose: m.leads_distribution_purpose(),
  access: distributing,
  load: () =>
    import('./distribution/distribution-section.tsx').then((module) => ({
      default: module.DistributionSection,
    })),
  prefetch: prefetchDistribution,
};
