import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { anyOf } from '@lintel/contract/core/access';
import type { Contractor } from '@lintel/contract/contractors';
import type { CoBrandedPage as Page } from '@lintel/contract/pages';
import { may, useSession } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageSelector } from '../../ui/page-selector.tsx';
import { ErrorState, NoAccessState } from '../../ui/states.tsx';
import { pagesQuery } from './api/get-pages.ts';
import { planQuery } from './api/get-plan.ts';
import { PageForm } from './page-form.tsx';
import { PageView } from './page-view.tsx';
import { useSelectedPage } from './selected-page.ts';
import classes from './pages.module.css';

const purpose = 'The financing page that carries your name and logo.';
const mayCreateMore = anyOf(['co-branded', 'manage_page_create']);
const maySetConcierge = anyOf(['co-branded', 'manage_concierge']);

export const load = async ({ client, session }: LoadContext): Promise<void> => {
  const id = session.contractor?.id;
  if (id !== undefined) await Promise.all([client.prefetchQuery(pagesQuery(id)), client.prefetchQuery(planQuery(id))]);
};

/** The contractor's co-branded pages: look, change, create. */
export function CoBrandedPage() {
  const { contractor } = useSession();
  if (contractor !== null) return <Pages key={contractor.id} contractor={contractor} />;
  return (
    <>
      <PageHeader title="Co-branded Page" purpose={purpose} />
      <Card>
        <NoAccessState text="Pages belong to a contractor. Switch into a contractor's account to see them." />
      </Card>
    </>
  );
}

function Pages({ contractor }: { contractor: Contractor }) {
  const pages = useQuery(pagesQuery(contractor.id));
  const plan = useQuery(planQuery(contractor.id));
  const retry = (): void => void Promise.all([pages.refetch(), plan.refetch()]);
  if (pages.data && plan.data) return <PagesOf contractor={contractor} pages={pages.data.data} plan={plan.data.plan} />;
  const failed = pages.error ?? plan.error;
  return (
    <>
      <PageHeader title="Co-branded Page" purpose={purpose} />
      {failed && (
        <Card>
          <ErrorState text={failed.message} onRetry={retry} />
        </Card>
      )}
    </>
  );
}

type Mode = 'view' | 'edit' | 'create';

function PagesOf({ contractor, pages, plan }: { contractor: Contractor; pages: Page[]; plan: Contractor['plan'] }) {
  const session = useSession();
  const client = useQueryClient();
  const [mode, setMode] = useState<Mode>('view');
  const { page, select } = useSelectedPage(contractor.id, pages);
  const concierge = { shown: may(session, maySetConcierge), implied: plan?.tier === 'Concierge' };
  const editing = mode !== 'view' || page === undefined;
  const saved = async (stored: Page, message: string): Promise<void> => {
    showToast(message);
    await Promise.all(['pages', 'page-names', 'dashboard'].map((key) => client.invalidateQueries({ queryKey: [key] })));
    await client.invalidateQueries({ queryKey: ['session'] });
    select(stored.id);
    setMode('view');
  };
  const addNew = !editing && may(session, mayCreateMore) && <Button onClick={() => setMode('create')}>ADD NEW PAGE</Button>;
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
          contractorId={contractor.id}
          companyName={contractor.companyName}
          page={mode === 'edit' && page ? page : null}
          opportunities={plan?.opportunities ?? []}
          concierge={concierge}
          onSaved={(stored, message) => void saved(stored, message)}
          onCancel={page && (() => setMode('view'))}
        />
      ) : (
        <PageView page={page} showsConcierge={concierge.shown} onEdit={() => setMode('edit')} />
      )}
    </>
  );
}
