import { useState } from 'react';

/** What the screen shows of a page. */
export type PageMode = 'view' | 'edit' | 'create';

/**
 * The mode of the screen. `turns` counts its changes, so that each opening of the form starts anew.
 */
export function usePageMode(first: PageMode) {
  const [{ mode, turns }, set] = useState({ mode: first, turns: 0 });
  return {
    mode,
    turns,
    show: (next: PageMode): void => set((now) => ({ mode: next, turns: now.turns + 1 })),
  };
}
