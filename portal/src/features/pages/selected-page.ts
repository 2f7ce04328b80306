import { useState } from 'react';
import { localStore } from '../../lib/storage.ts';

const keyOf = (contractorId: number): string => `lintel.page.${contractorId}`;

/** The page that was looked at last, remembered for each contractor; the first one when that is gone. */
export function useSelectedPage<Page extends { id: number }>(contractorId: number, pages: readonly Page[]) {
  const [selected, setSelected] = useState(() => Number(localStore.get(keyOf(contractorId))));
  const select = (id: number): void => {
    localStore.set(keyOf(contractorId), String(id));
    setSelected(id);
  };
  return { page: pages.find(({ id }) => id === selected) ?? pages[0], select };
}
