import { staffWith } from '@lintel/contract/core/access';
import { distributing, seeingFields } from './leads/leads-access.ts';
import { prefetchDistribution, prefetchFields } from './leads/prefetch.ts';
import { prefetchMarketing } from './marketing/prefetch.ts';
import { prefetchAgreement, prefetchMultipleUsers } from './prefetch.ts';
import type { SettingsSection } from './settings-section.ts';
import { prefetchTraining } from './training/prefetch.ts';
import { seeingMaterials } from './training/training-access.ts';

/** The sections of the Settings screen in display order. */
export const settingsSections: readonly SettingsSection[] = [
  {
    id: 'settings-materials',
    title: 'Settings materials',
    purpose: 'The categories and materials that contractors learn from, as lists.',
    access: seeingMaterials,
    load: () =>
      import('./training/materials-section.tsx').then((module) => ({
        default: module.MaterialsSection,
      })),
    prefetch: prefetchTraining,
  },
  {
    id: 'lead-fields',
    title: 'Lead Source and Lead First Touch',
    purpose: 'What new leads are told apart by.',
    access: seeingFields,
    load: () =>
      import('./leads/lead-fields-section.tsx').then((module) => ({
        default: module.LeadFieldsSection,
      })),
    prefetch: prefetchFields,
  },
  {
    id: 'lead-distribution',
    title: 'Lead distribution',
    purpose: 'Which lead owners get the leads of which sources, and how many of them.',
    access: distributing,
    load: () =>
      import('./leads/distribution-section.tsx').then((module) => ({
        default: module.DistributionSection,
      })),
    prefetch: prefetchDistribution,
  },
  {
    id: 'marketing-materials',
    title: 'Marketing materials',
    purpose: 'The templates that flyers and social media images are made from.',
    access: staffWith(['manage-settings', 'access']),
    load: () =>
      import('./marketing/marketing-section.tsx').then((module) => ({
        default: module.MarketingSection,
      })),
    prefetch: prefetchMarketing,
  },
  {
    id: 'training-materials',
    title: 'Training and FAQs materials',
    purpose: 'The same materials in the order in which contractors see them, and who watched them.',
    access: seeingMaterials,
    load: () =>
      import('./training/arrange-section.tsx').then((module) => ({
        default: module.ArrangeSection,
      })),
    prefetch: prefetchTraining,
  },
  {
    id: 'multiple-users',
    title: 'Multiple Users',
    purpose:
      'How many team users contractors of each tier may have, unless they have a number of their own.',
    access: staffWith(['manage-settings', 'access']),
    load: () =>
      import('./multiple-users/multiple-users-section.tsx').then((module) => ({
        default: module.MultipleUsersSection,
      })),
    prefetch: prefetchMultipleUsers,
  },
  {
    id: 'service-agreement-date',
    title: 'Service agreement date',
    purpose: 'Since when contractors must have accepted the service agreement.',
    access: staffWith(['manage-settings', 'access']),
    load: () =>
      import('./agreement/agreement-section.tsx').then((module) => ({
        default: module.AgreementSection,
      })),
    prefetch: prefetchAgreement,
  },
];
