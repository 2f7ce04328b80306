import * as m from '#messages';
import { prefetchLists, prefetchOrder, seeingMaterials } from './manage/requests.ts';

/** The section of Settings with the categories and materials as lists. */
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

/** The section of Settings with the materials in the order in which contractors see them. */
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
