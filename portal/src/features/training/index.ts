import * as m from '#messages';
import { prefetchLists, prefetchOrder, seeingMaterials } from './manage/requests.ts';

/** The Settings section with categories and materials as lists. */
export const materialsSection = {
  id: 'settings-materials',
  title: m.training_materials_sectionTitle(),
  purpose: m.training_materials_sectionPurpose(),
  access: seeingMaterials,
  load: () =>
    import('./manage/materials-section.tsx').then((module) => ({
      default: module.MaterialsSection,
    })),
  prefetch: prefetchLists,
};

/** The Settings section with materials in the order contractors see. */
export const arrangeSection = {
  id: 'training-materials',
  title: m.training_arrange_title(),
  purpose: m.training_arrange_purpose(),
  access: seeingMaterials,
  load: () =>
    import('./manage/arrange-section.tsx').then((module) => ({
      default: module.ArrangeSection,
    })),
  prefetch: prefetchOrder,
};
