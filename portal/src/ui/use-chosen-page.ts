import { useState } from 'react';
import { localStore } from '../lib/storage.ts';

const keyOf = (contractorId: number): string => `lintel.page.${contractorId}`;

/**
 * The page that was looked at last, here or on another screen, remembered for each contractor; the
 * first one when that is gone.
 */
export function useChosenPage<Page extends { id: number }>(
  contractorId: number,
  pages: readonly Page[],
) {
  const [chosen, setChosen] = useState(() => Number(localStore.get(keyOf(contractorId))));
  const choose = (id: number): void => {
    localStore.set(keyOf(contractorId), String(id));
    setChosen(id);
  };
  return { page: pages.find(({ id }) => id === chosen) ?? pages[0], choose };
}
