import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { CoBrandedPage } from '@lintel/contract/pages';
import { ApiError } from '../../lib/api/api-error.ts';
import { pagesQuery } from './api/get-pages.ts';

/**
 * What to do when somebody else saved the page meanwhile: `theirs` is what is stored now, and a
 * save after `accept` is meant to replace it.
 */
export function useConflict(contractorId: number, page: CoBrandedPage | null) {
  const client = useQueryClient();
  const [seen] = useState(page);
  const [theirs, setTheirs] = useState<CoBrandedPage | null>(null);
  const version = useRef(page?.version ?? 0);
  return {
    theirs,
    /** Whether theirs has another logo than the form was opened with. */
    otherLogo: theirs !== null && theirs.logoUrl !== seen?.logoUrl,
    /** The page to change, with the version that the user has seen; null makes a new one. */
    existing: () => seen && { id: seen.id, version: version.current },
    /**
     * Looks up what is stored now, after a conflict. Resolves to whether there is a choice to make:
     * to false when the page is gone.
     */
    async take(failure: unknown): Promise<boolean> {
      if (!(failure instanceof ApiError) || failure.code !== 'conflict') return false;
      const stored = await client
        .fetchQuery({ ...pagesQuery(contractorId), staleTime: 0 })
        .catch(() => null);
      const found = stored?.data.find(({ id }) => id === seen?.id) ?? null;
      setTheirs(found);
      return found !== null;
    },
    accept(): void {
      if (theirs !== null) version.current = theirs.version;
      setTheirs(null);
    },
  };
}
