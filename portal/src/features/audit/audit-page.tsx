import { lazy, Suspense, useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { useListView } from '../../lib/list-view.ts';
import { Card } from '../../ui/card.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';
import { auditQuery, auditView, exportAddress, isFiltered } from './audit-view.ts';

const route = getRouteApi('/portal/manage/audit');

const EntryModal = lazy(() =>
  import('./entry-modal.tsx').then((module) => ({ default: module.EntryModal })),
);

const noNames = { person: null, contractor: null };

/** The audit log, for staff with read access. */
export function AuditPage() {
  const { view, change } = useListView(auditView, route.useSearch(), route.useNavigate());
  const [opened, setOpened] = useState<number | null>(null);
  const list = useQuery(auditQuery(view));
  const client = useQueryClient();
  return (
    <>
      <PageHeader
        title={m.screens_auditLog()}
        purpose={m.audit_purpose()}
        action={
          <ExportMenu
            ask={() => client.fetchQuery({ ...auditQuery(view), staleTime: 0 })}
            toAddress={(format) => exportAddress(view, format)}
            disabled={list.data?.total === 0}
            isSecret
          />
        }
      />
      <Card bare>
        <AuditFilters view={view} chosen={list.data?.chosen ?? noNames} onChange={change} />
        <AuditList
          list={list}
          view={view}
          onView={change}
          filtered={isFiltered(view)}
          onOpen={setOpened}
          onNarrow={change}
        />
      </Card>
      <Suspense>
        {opened !== null && <EntryModal id={opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </>
  );
}
