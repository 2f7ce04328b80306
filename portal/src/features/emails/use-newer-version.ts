import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Template } from '@lintel/contract/emails';
import { versionsQuery, type TemplateVersion } from './api/get-versions.ts';

/** What somebody else saved since a template was opened. A save after `accept` is meant to replace it. */
export function useNewerVersion(template: Template | null) {
  const client = useQueryClient();
  const [found, setFound] = useState<TemplateVersion | null>(null);
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
    /** Looks up what is stored now, after a conflict. Nothing is found when it is not about the template's version. */
    async lookUp(): Promise<void> {
      if (template === null) return;
      const stored = await client.fetchQuery(versionsQuery(template.id)).catch(() => null);
      const current = stored?.data.find((version) => version.current);
      if (current !== undefined && current.version > seen.current.version) setFound(current);
    },
  };
}
