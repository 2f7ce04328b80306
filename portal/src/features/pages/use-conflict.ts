import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { CoBrandedPage } from '@lintel/contract/pages';
import { ApiError } from '../../lib/api/api-error.ts';
import { pagesQuery } from './api/get-pages.ts';

/**
 * What to do when somebody else saved the page meanwhile: `theirs` is what is stored now, and saving again after `overwrite` is
 * meant to replace it.
 */
export function useConflict(contractorId: number, page: CoBrandedPage | null) {
  const client = useQueryClient();
  const [theirs, setTheirs] = useState<CoBrandedPage | null>(null);
  const [version, setVersion] = useState(page?.version ?? 0);
  const load = async (): Promise<void> => {
    const { data } = await client.fetchQuery({ ...pagesQuery(contractorId), staleTime: 0 });
    setTheirs(data.find(({ id }) => id === page?.id) ?? null);
  };
  return {
    existing: page && { id: page.id, version },
    theirs,
    /** Whether the failure was such a conflict. */
    take(error: unknown): boolean {
      if (!(error instanceof ApiError) || error.code !== 'conflict') return false;
      void load();
      return true;
    },
    overwrite(): void {
      if (theirs !== null) setVersion(theirs.version);
      setTheirs(null);
    },
  };
}
