import { distributing, prefetchDistribution, prefetchFields, seeingFields } from './requests.ts';

export { NewLeadButton } from './new-lead/new-lead-button.tsx';

/** The section of Settings for what new leads are told apart by. */
export const leadFieldsSection = {
  id: 'lead-fields',
  title: 'Lead Source and Lead First Touch',
  purpose: 'The choices for where a new lead came from.',
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
  title: 'Lead distribution',
  purpose: 'Which lead owners get the leads from which sources, and what share of them.',
  access: distributing,
  load: () =>
    import('./distribution/distribution-section.tsx').then((module) => ({
      default: module.DistributionSection,
    })),
  prefetch: prefetchDistribution,
};
