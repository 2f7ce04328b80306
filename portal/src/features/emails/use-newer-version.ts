import { useRef, useState } from 'react';
import type { Template } from '@lintel/contract/emails';
import { findTemplate } from './api/find-template.ts';

/**
 * What somebody else saved since a template was opened. A save after `accept` is meant to replace
 * it.
 */
export function useNewerVersion(template: Template | null) {
  const [found, setFound] = useState<Template | null>(null);
  const seen = useRef({ id: template?.id ?? 0, version: template?.version ?? 0 });
  const see = (version: number): void => {
    seen.current = { ...seen.current, version };
    setFound(null);
  };
  return {
    found,
    /** The template to change, with the version that the user has seen. */
    existing: () => seen.current,
    /** From now on this version counts as seen. */
    see,
    forget: (): void => setFound(null),
    accept: (): void => see(found?.version ?? seen.current.version),
    /** Looks up what is stored now, after a conflict. */
    async lookUp(): Promise<void> {
      const stored = await findTemplate(seen.current.id).catch(() => undefined);
      if (stored !== undefined && stored.version > seen.current.version) setFound(stored);
    },
  };
}
