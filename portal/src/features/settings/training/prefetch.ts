import type { QueryClient } from '@tanstack/react-query';
import { allCategoriesQuery } from './api/categories.ts';

/** Asks for the categories, with which both sections begin. Never throws. */
export const prefetchTraining = (client: QueryClient): Promise<unknown> =>
  client.prefetchQuery(allCategoriesQuery);
