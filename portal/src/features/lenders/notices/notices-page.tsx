import { lazy, Suspense } from 'react';
import { Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import * as m from '#messages';
import { noticeFilters } from '@lintel/contract/applications/adverse-action';
import { keysOf } from '@lintel/contract/core/map-values';
import { formatCount } from '../../../lib/format.ts';
import { useListView } from '../../../lib/list-view.ts';
import { Card } from '../../../ui/card.tsx';
import { ExportMenu } from '../../../ui/export-menu.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { NoticesList } from './notices-list.tsx';
import { exportAddress, listQuery, noticesView } from './requests.ts';
import listClasses from '../../../ui/work-list.module.css';

const route = getRouteApi('/portal/manage/adverse-action');

const NoticeModal = lazy(() =>
  import('./notice-modal.tsx').then((module) => ({ default: module.NoticeModal })),
);

const filters = keysOf(noticeFilters);
const states = filters.map((value) => ({ value, label: noticeFilters[value] }));
const parseState = (value: string | null) => filters.find((one) => one === value) ?? 'all';

const countText = (count: number): string =>
  formatCount(count, m.lenders_notices_count_one(), m.lenders_notices_count_many());

/** The notices to declined homeowners, for the staff who keep them. */
export function NoticesPage() {
  const { view, change } = useListView(noticesView, route.useSearch(), route.useNavigate());
  const list = useQuery(listQuery(view));
  const client = useQueryClient();
  const { overdue = 0, soon = 0, paper = 0 } = list.data ?? {};
  const alerts = [
    overdue > 0 && m.lenders_notices_alert_overdue({ notices: countText(overdue) }),
    soon > 0 && m.lenders_notices_alert_soon({ notices: countText(soon) }),
    paper > 0 && m.lenders_notices_alert_paper({ notices: countText(paper) }),
  ].filter(Boolean);
  return (
    <>
      <PageHeader
        title={m.screens_adverseAction()}
        purpose={m.lenders_notices_purpose()}
        action={
          <ExportMenu
            ask={() => client.fetchQuery({ ...listQuery(view), staleTime: 0 })}
            toAddress={(format) => exportAddress(view, format)}
            disabled={list.data?.total === 0}
            isSecret
          />
        }
      />
      {alerts.length > 0 && (
        <p className={listClasses.due} role="status" data-overdue={overdue > 0 || undefined}>
          {alerts.join(', ')}
        </p>
      )}
      <Card bare>
        <FilterBar>
          <Select
            label={m.common_status()}
            data={states}
            value={view.state}
            onChange={(state) => change({ state: parseState(state), page: 1 })}
            w={200}
          />
          <SearchField
            value={view.search}
            onChange={(search) => change({ search, page: 1 })}
            label={m.lenders_notices_search()}
            placeholder={m.lenders_notices_searchPlaceholder()}
          />
        </FilterBar>
        <NoticesList
          list={list}
          view={view}
          onView={change}
          onOpen={(notice) => change({ notice })}
        />
      </Card>
      <Suspense>
        {view.notice !== undefined && (
          <NoticeModal id={view.notice} onClose={() => change({ notice: undefined })} />
        )}
      </Suspense>
    </>
  );
}
