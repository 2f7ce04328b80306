import { staffWith } from '@lintel/contract/core/access';
import { prefetchMarketing } from './marketing/prefetch.ts';
import type { SettingsSection } from './settings-section.ts';

/** The sections of the Settings screen in display order. */
export const settingsSections: readonly SettingsSection[] = [
  {
    id: 'marketing-materials',
    title: 'Marketing materials',
    purpose: 'The templates that flyers and social media images are made from.',
    access: staffWith(['manage-settings', 'access']),
    load: () => import('./marketing/marketing-section.tsx').then((module) => ({ default: module.MarketingSection })),
    prefetch: prefetchMarketing,
  },
];
