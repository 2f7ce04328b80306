import { staffWith } from '@lintel/contract/core/access';
import { prefetchMarketing } from './templates/requests.ts';

/** The section of Settings with the templates of flyers and images. */
export const templatesSection = {
  id: 'marketing-materials',
  title: 'Marketing materials',
  purpose: 'The templates that flyers and social media images are made from.',
  access: staffWith(['manage-settings', 'access']),
  load: () =>
    import('./templates/marketing-section.tsx').then((module) => ({
      default: module.MarketingSection,
    })),
  prefetch: prefetchMarketing,
};
