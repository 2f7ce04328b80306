import * as m from '#messages';
import { prefetchLists, prefetchOrder, seeingMaterials } from './manage/requests.ts';

/** The section of Settings with the categories and materials as lists. */
export const materialsSection = {
  id: 'settings-materials',
  title: m.training_settings_materials(),
  purpose: m.training_the_categories_and_materials_contractors(),
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
  title: m.training_training_and_faqs_materials(),
  purpose: m.training_the_same_materials_in_the(),
  access: seeingMaterials,
  load: () =>
    import('./manage/arrange-section.tsx').then((module) => ({
      default: module.ArrangeSection,
    })),
  prefetch: prefetchOrder,
};
