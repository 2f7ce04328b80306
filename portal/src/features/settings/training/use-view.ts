import { useState } from 'react';
import type { GridView } from '../../../ui/grid-view.ts';

/** The place in a list, and how to go to another one. */
export function useView<View extends GridView>(first: View) {
  const [view, setView] = useState(first);
  return {
    view,
    change: (part: Partial<View>): void => setView((current) => ({ ...current, ...part })),
    /** The last row of a page takes the page with it. */
    leaveEmptyPage: (rows: number | undefined): void =>
      setView((current) =>
        rows === 1 && current.page > 1 ? { ...current, page: current.page - 1 } : current,
      ),
  };
}
