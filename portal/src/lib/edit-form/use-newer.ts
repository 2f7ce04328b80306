import { useRef, useState } from 'react';

/** What tells one state of a template from another. */
export interface Stored {
  id: number;
  version: number;
}

/**
 * What somebody else saved since a template was opened. A save after `accept` is meant to replace
 * it.
 */
export function useNewer<Template extends Stored>(
  template: Template | null,
  reread: () => Promise<readonly Template[]>,
) {
  const [newer, setNewer] = useState<Template | null>(null);
  const seen = useRef<Stored | null>(template);
  return {
    newer,
    /** The state that the user has seen; null for a new template. */
    seen: (): Stored | null => seen.current,
    forget: (): void => setNewer(null),
    /** From now on the newer state counts as seen; it is returned. */
    accept: (): Template | null => {
      seen.current = newer ?? seen.current;
      setNewer(null);
      return newer;
    },
    /** Looks up what is stored now, after a conflict. Never throws. */
    lookUp: async (): Promise<void> => {
      const all = await reread().catch(() => []);
      const stored = all.find(({ id }) => id === seen.current?.id);
      if (stored !== undefined && stored.version !== seen.current?.version) setNewer(stored);
    },
  };
}
