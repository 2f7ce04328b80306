import { prefetchTraining, seeingMaterials } from './manage/requests.ts';

/** The section of Settings with the categories and materials as lists. */
export const materialsSection = {
  id: 'settings-materials',
  title: 'Settings materials',
  purpose: 'The categories and materials contractors learn from.',
  access: seeingMaterials,
  load: () =>
    import('./manage/materials-section.tsx').then((module) => ({
      default: module.MaterialsSection,
    })),
  prefetch: prefetchTraining,
};

/** The section of Settings with the materials in the order in which contractors see them. */
export const arrangeSection = {
  id: 'training-materials',
  title: 'Training and FAQs materials',
  purpose: 'The same materials in the order contractors see them, and who watched them.',
  access: seeingMaterials,
  load: () =>
    import('./manage/arrange-section.tsx').then((module) => ({
      default: module.ArrangeSection,
    })),
  prefetch: prefetchTraining,
};
