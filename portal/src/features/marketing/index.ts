import * as m from '#messages';
import { staffWith } from '@lintel/contract/core/access';
import { prefetchMarketing } from './templates/requests.ts';

/** The Settings section for flyer and image templates. */
export const templatesSection = {
  id: 'marketing-materials',
  title: m.common_marketingMaterials(),
  purpose: m.marketing_section_purpose(),
  access: staffWith(['manage-settings', 'access']),
  load: () =>
    import('./templates/marketing-section.tsx').then((module) => ({
      default: module.MarketingSection,
    })),
  prefetch: prefetchMarketing,
};
