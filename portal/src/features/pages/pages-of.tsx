import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { anyOf } from '@lintel/contract/core/access';
import type { Contractor } from '@lintel/contract/contractors';
import type { CoBrandedPage as Page } from '@lintel/contract/pages';
import { may, useSession } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageSelector } from '../../ui/page-selector.tsx';
import { PageForm } from './page-form.tsx';
import { purpose } from './page-values.ts';
import { PageView } from './page-view.tsx';
import { useSelectedPage } from './selected-page.ts';
import classes from './pages.module.css';

const mayCreateMore = anyOf(['co-branded', 'manage_page_create']);
const maySetConcierge = anyOf(['co-branded', 'manage_concierge']);

type Mode = 'view' | 'edit' | 'create';

/** The pages of a contractor: one of them, or its form. Without any, the form of the first one. */
export function PagesOf({ contractor, pages, plan }: { contractor: Contractor; pages: Page[]; plan: Contractor['plan'] }) {
  const session = useSession();
  const [mode, setMode] = useState<Mode>(pages.length === 0 ? 'create' : 'view');
  const [opened, setOpened] = useState(0);
  const { page, select } = useSelectedPage(contractor.id, pages);
  const show = (next: Mode): void => {
    setMode(next);
    setOpened(opened + 1);
  };
  const concierge = { shown: may(session, maySetConcierge), implied: plan?.tier === 'Concierge' };
  const editing = mode !== 'view' || page === undefined;
  const saved = useSaved(select, () => show('view'));
  const addNew = !editing && may(session, mayCreateMore) && <Button onClick={() => show('create')}>ADD NEW PAGE</Button>;
  return (
    <>
      <PageHeader title="Co-branded Page" purpose={purpose} action={addNew || undefined} />
      {!editing && (
        <div className={classes.toolbar}>
          <PageSelector pages={pages} value={page.id} onChange={select} />
        </div>
      )}
      {editing ? (
        <PageForm
          key={`${mode} ${page?.id} ${opened}`}
          contractorId={contractor.id}
          companyName={contractor.companyName}
          page={mode === 'edit' && page ? page : null}
          opportunities={plan?.opportunities ?? []}
          concierge={concierge}
          takesFocus={opened > 0}
          onReload={() => show(mode)}
          onSaved={(stored, message) => void saved(stored, message)}
          onCancel={page && (() => show('view'))}
        />
      ) : (
        <PageView page={page} showsConcierge={concierge.shown} takesFocus={opened > 0} onEdit={() => show('edit')} />
      )}
    </>
  );
}

/** What follows a save: the toast, fresh answers everywhere (the session knows whether there is a page), and the saved page in view. */
function useSaved(select: (id: number) => void, close: () => void): (stored: Page, message: string) => Promise<void> {
  const client = useQueryClient();
  return async (stored, message) => {
    showToast(message);
    await Promise.all(
      ['pages', 'page-names', 'dashboard', 'session'].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
    select(stored.id);
    close();
  };
}
