import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { Contractor } from '@lintel/contract/contractors/contractor';
import { anyOf, staffWith } from '@lintel/contract/core/access';
import type { CoBrandedPage as Page } from '@lintel/contract/pages/page';
import { may, useSession } from '../../lib/session.ts';
import { openDialog } from '../../lib/dialog.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageSelector, useChosenPage } from '../../ui/page-selector.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState, NoAccessState } from '../../ui/states.tsx';
import { PageForm } from './page-form.tsx';
import { PageView } from './page-view.tsx';
import { pagesQuery, planQuery, setPageActive } from './requests.ts';
import { purpose } from './use-page-form.ts';
import classes from './pages.module.css';

/**
 * Caches a saved page and refetches it wherever it appears, including the session's `hasPage`.
 * Resolves after this screen's own data is fresh.
 */
function useKeepPage(contractorId: number): (stored: Page) => Promise<void> {
  const client = useQueryClient();
  return async (stored) => {
    client.setQueryData(
      pagesQuery(contractorId).queryKey,
      (old) => old && { data: withPage(old.data, stored) },
    );
    for (const key of ['page-names', 'dashboard', 'session'])
      void client.invalidateQueries({ queryKey: [key] });
    await client.invalidateQueries({ queryKey: ['pages', contractorId] });
  };
}

const confirmClosing = ({ pageName }: Page): Promise<boolean> =>
  openDialog({
    title: m.pages_close_title({ pageName }),
    text: m.pages_close_text(),
    confirm: m.pages_close_action(),
    cancel: m.pages_close_cancel(),
    tone: 'warning',
  });

/** Closes an open page after confirmation, or reopens a closed one. */
function useSwitchPage(contractorId: number) {
  const keep = useKeepPage(contractorId);
  return useAction({
    ask: (page: Page) => !page.isActive || confirmClosing(page),
    call: ({ id: pid, isActive }) =>
      setPageActive({ params: { id: contractorId, pid }, body: { isActive: !isActive } }),
    successToast: ({ message }) => message,
    onAnswer: ({ page }) => keep(page),
  });
}

const withPage = (pages: readonly Page[], stored: Page): Page[] =>
  pages.some(({ id }) => id === stored.id)
    ? pages.map((page) => (page.id === stored.id ? stored : page))
    : [...pages, stored];

type PageMode = 'view' | 'edit' | 'create';

/** The screen's mode. `turns` counts its changes and resets the form each time it opens. */
function usePageMode(first: PageMode) {
  const [{ mode, turns }, set] = useState({ mode: first, turns: 0 });
  return {
    mode,
    turns,
    show: (next: PageMode): void => set((now) => ({ mode: next, turns: now.turns + 1 })),
  };
}

export const load = async ({ client, session }: LoadContext): Promise<void> => {
  const id = session.contractor?.id;
  if (id !== undefined)
    await Promise.all([client.prefetchQuery(pagesQuery(id)), client.prefetchQuery(planQuery(id))]);
};

/** Lists, edits, and creates the contractor's co-branded pages. */
export function CoBrandedPage() {
  const session = useSession();
  if (session.contractor !== null)
    return <Pages key={session.contractor.id} contractor={session.contractor} />;
  const toContractors = may(session, staffWith(['manage-contractors', 'access'])) && (
    <Link to="/manage/contractors">{m.common_goToContractors()}</Link>
  );
  return (
    <>
      <PageHeader title={m.screens_coBrandedPage()} purpose={purpose} />
      <Card>
        <NoAccessState text={m.pages_contractorOnly()} action={toContractors} />
      </Card>
    </>
  );
}

function Pages({ contractor }: { contractor: Contractor }) {
  const pages = useQuery(pagesQuery(contractor.id));
  const plan = useQuery(planQuery(contractor.id));
  const retry = (): void => void Promise.all([pages.refetch(), plan.refetch()]);
  if (pages.data && plan.data)
    return (
      <ContractorPages contractor={contractor} pages={pages.data.data} plan={plan.data.plan} />
    );
  const failed = pages.error ?? plan.error;
  return (
    <>
      <PageHeader title={m.screens_coBrandedPage()} purpose={purpose} />
      <Card>
        {failed ? (
          <ErrorState text={failed.message} onRetry={retry} />
        ) : (
          <SkeletonRows columns={2} rows={6} />
        )}
      </Card>
    </>
  );
}

const mayCreateMore = anyOf(['co-branded', 'manage_page_create']);
const maySetConcierge = anyOf(['co-branded', 'manage_concierge']);

interface Props {
  contractor: Contractor;
  pages: Page[];
  plan: Contractor['plan'];
}

/**
 * A contractor's pages: one of them, or its form. A contractor without pages gets the form of the
 * first one.
 */
function ContractorPages({ contractor, pages, plan }: Props) {
  const session = useSession();
  const { mode, turns, show } = usePageMode(pages.length === 0 ? 'create' : 'view');
  const { page, choose: select } = useChosenPage(contractor.id, pages);
  const concierge = { shown: may(session, maySetConcierge), implied: plan?.tier === 'Concierge' };
  const editing = mode !== 'view' || page === undefined;
  const keep = useKeepPage(contractor.id);
  const switching = useSwitchPage(contractor.id);
  const saved = async (stored: Page, message: string): Promise<void> => {
    await keep(stored);
    showToast(message);
    select(stored.id);
    show('view');
  };
  const addNew = !editing && may(session, mayCreateMore) && (
    <Button onClick={() => show('create')}>{m.pages_add()}</Button>
  );
  return (
    <>
      <PageHeader
        title={m.screens_coBrandedPage()}
        purpose={purpose}
        action={addNew || undefined}
      />
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
            busy={switching.busy}
            onEdit={() => show('edit')}
            onSwitch={() => void switching.run(page)}
          />
        </>
      )}
    </>
  );
}
