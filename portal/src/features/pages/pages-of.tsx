import { Button } from '@mantine/core';
import { anyOf } from '@lintel/contract/core/access';
import type { Contractor } from '@lintel/contract/contractors';
import type { CoBrandedPage as Page } from '@lintel/contract/pages';
import { may, useSession } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageSelector, useChosenPage } from '../../ui/page-selector.tsx';
import { PageForm } from './page-form.tsx';
import { purpose } from './page-values.ts';
import { PageView } from './page-view.tsx';
import { useKeepPage } from './use-keep-page.ts';
import { usePageMode } from './use-page-mode.ts';
import classes from './pages.module.css';

const mayCreateMore = anyOf(['co-branded', 'manage_page_create']);
const maySetConcierge = anyOf(['co-branded', 'manage_concierge']);

interface Props {
  contractor: Contractor;
  pages: Page[];
  plan: Contractor['plan'];
}

/** The pages of a contractor: one of them, or its form. Without any, the form of the first one. */
export function PagesOf({ contractor, pages, plan }: Props) {
  const session = useSession();
  const { mode, turns, show } = usePageMode(pages.length === 0 ? 'create' : 'view');
  const { page, choose: select } = useChosenPage(contractor.id, pages);
  const concierge = { shown: may(session, maySetConcierge), implied: plan?.tier === 'Concierge' };
  const editing = mode !== 'view' || page === undefined;
  const keep = useKeepPage(contractor.id);
  const saved = async (stored: Page, message: string): Promise<void> => {
    await keep(stored);
    showToast(message);
    select(stored.id);
    show('view');
  };
  const addNew = !editing && may(session, mayCreateMore) && (
    <Button onClick={() => show('create')}>ADD NEW PAGE</Button>
  );
  return (
    <>
      <PageHeader title="Co-branded Page" purpose={purpose} action={addNew || undefined} />
      {editing ? (
        <PageForm
          key={`${mode === 'edit' ? page?.id : 'new'} ${turns}`}
          contractor={contractor}
          page={mode === 'edit' && page ? page : null}
          opportunities={plan?.opportunities ?? []}
          concierge={concierge}
          takesFocus={turns > 0}
          onReload={() => show(mode)}
          onSaved={saved}
          onCancel={page && (() => show('view'))}
        />
      ) : (
        <>
          <div className={classes.toolbar}>
            <PageSelector pages={pages} value={page.id} onChange={select} />
          </div>
          <PageView
            page={page}
            showsConcierge={concierge.shown}
            takesFocus={turns > 0}
            onEdit={() => show('edit')}
          />
        </>
      )}
    </>
  );
}
