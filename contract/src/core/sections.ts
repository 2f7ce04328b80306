import { readAccess, viewAccess } from './access.ts';

/**
 * Sections whose data appears in other sections' responses, such as applications in a customer's
 * timeline. A response includes such data only for callers who may see the section.
 */
export const sharedSections = {
  applications: readAccess('reports-applications'),
  customers: viewAccess('customers'),
  documents: viewAccess('documents'),
} as const;
export type SharedSection = keyof typeof sharedSections;
