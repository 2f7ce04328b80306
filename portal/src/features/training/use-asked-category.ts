import { useEffect } from 'react';
import { useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { WatchedCategory } from '@lintel/contract/training';
import { categoryUrlQuery } from './api/find-category.ts';

/**
 * Brings the category that the address names into view. A name that is not known any more is looked
 * up.
 */
export function useAskedCategory(userId: number, categories: readonly WatchedCategory[]): void {
  const { category }: { category?: unknown } = useSearch({ strict: false });
  const asked = typeof category === 'string' ? category : '';
  const isKnown = categories.some(({ categoryUrl }) => categoryUrl === asked);
  const lookup = useQuery({
    ...categoryUrlQuery(userId, asked),
    enabled: asked !== '' && !isKnown,
  });
  const target = isKnown ? asked : lookup.data?.categoryUrl;
  useEffect(() => {
    if (target !== undefined) document.getElementById(target)?.scrollIntoView();
  }, [target]);
}
