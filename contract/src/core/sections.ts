import { readingOf, sightOf } from './access.ts';

/**
 * Sections whose data appears in answers of other sections, such as applications in a customer's
 * timeline. An answer contains the data of such a section only for callers who may see the section.
 */
export const sharedSections = {
  applications: readingOf('reports-applications'),
  customers: sightOf('customers'),
  documents: sightOf('documents'),
} as const;
export type SharedSection = keyof typeof sharedSections;
