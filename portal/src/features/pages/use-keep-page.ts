import { useQueryClient } from '@tanstack/react-query';
import type { CoBrandedPage } from '@lintel/contract/pages';
import { pagesQuery } from './api/get-pages.ts';

/**
 * Puts a saved page among the answers and asks for fresh ones wherever it shows, the session's
 * `hasPage` among them. Resolves when this screen has its own.
 */
export function useKeepPage(contractorId: number): (stored: CoBrandedPage) => Promise<void> {
  const client = useQueryClient();
  return async (stored) => {
    client.setQueryData(
      pagesQuery(contractorId).queryKey,
      (old) => old && { data: withPage(old.data, stored) },
    );
    for (const key of ['page-names', 'dashboard', 'session'])
      void client.invalidateQueries({ queryKey: [key] });
    await client.invalidateQueries({ queryKey: ['pages', contractorId] });
  };
}

const withPage = (pages: readonly CoBrandedPage[], stored: CoBrandedPage): CoBrandedPage[] =>
  pages.some(({ id }) => id === stored.id)
    ? pages.map((page) => (page.id === stored.id ? stored : page))
    : [...pages, stored];
