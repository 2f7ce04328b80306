import { readingOf, sightOf } from './access.ts';

/**
 * Sections whose data appears in other sections' responses, such as applications in a customer's
 * timeline. A response includes such data only for callers who may see the section.
 */
export const sharedSections = {
  applications: readingOf('reports-applications'),
  customers: sightOf('customers'),
  documents: sightOf('documents'),
} as const;
export type SharedSection = keyof typeof sharedSections;
