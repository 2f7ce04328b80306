import type { Session } from '@lintel/contract/identity';
import { may, useSession } from '../../lib/session.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { SectionList } from './section-list.tsx';
import type { SettingsSection } from './settings-section.ts';
import { settingsSections } from './settings-sections.ts';
import { UnsavedScope } from './unsaved.tsx';

const openTo = (session: Session): SettingsSection[] =>
  settingsSections.filter(({ access }) => may(session, access));

/**
 * Starts the sections' code and first data. The page waits for none of them: each section shows how
 * far it is.
 */
export const load = ({ client, session }: LoadContext): Promise<void> => {
  for (const section of openTo(session)) {
    // What fails here is asked for again, and told, where it is shown.
    section.load().catch(() => undefined);
    void section.prefetch?.(client);
  }
  return Promise.resolve();
};

/** What staff set up for everybody, section by section. */
export function SettingsPage() {
  const session = useSession();
  return (
    <>
      <PageHeader
        title="Settings"
        purpose="Training materials, lead sources, templates and team sizes."
      />
      <UnsavedScope>
        <SectionList sections={openTo(session)} switched={session.switched} />
      </UnsavedScope>
    </>
  );
}
