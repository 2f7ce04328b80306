import { lazy, Suspense } from 'react';
import { Select } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { requestFilters } from '@lintel/contract/privacy/requests';
import { keysOf } from '@lintel/contract/core/map-values';
import { formatCount } from '../../../lib/format.ts';
import { useListView } from '../../../lib/list-view.ts';
import { Card } from '../../../ui/card.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { loadConsentRecords } from '../../legal/index.ts';
import { RequestsList } from './requests-list.tsx';
import { listQuery, requestsView } from './requests-view.ts';
import listClasses from '../../../ui/work-list.module.css';
import classes from './requests.module.css';

const route = getRouteApi('/portal/manage/privacy');

const RequestModal = lazy(() =>
  import('./request-modal.tsx').then((module) => ({ default: module.RequestModal })),
);

const ConsentRecords = lazy(loadConsentRecords);

const states = keysOf(requestFilters).map((value) => ({ value, label: requestFilters[value] }));
const parseState = (value: string | null) =>
  keysOf(requestFilters).find((one) => one === value) ?? 'all';

/** Homeowners' requests for copies and deletions of their data, for the staff who handle them. */
export function RequestsPage() {
  const { view, change } = useListView(requestsView, route.useSearch(), route.useNavigate());
  const list = useQuery(listQuery(view));
  const { overdue = 0, soon = 0 } = list.data ?? {};
  return (
    <>
      <PageHeader title={m.screens_privacyRequests()} purpose={m.privacy_purpose()} />
      {overdue + soon > 0 && (
        <p className={listClasses.due} role="status" data-overdue={overdue > 0 || undefined}>
          {[
            overdue > 0 &&
              m.privacy_overdueCount({
                overdue: formatCount(overdue, m.privacy_count_one(), m.privacy_count_many()),
              }),
            soon > 0 &&
              m.privacy_dueSoonCount({
                soon: formatCount(soon, m.privacy_count_one(), m.privacy_count_many()),
              }),
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      )}
      <Card bare>
        <FilterBar>
          <Select
            label={m.common_status()}
            data={states}
            value={view.state}
            onChange={(state) => change({ state: parseState(state), page: 1 })}
            w={160}
          />
          <SearchField
            value={view.search}
            onChange={(search) => change({ search, page: 1 })}
            label={m.privacy_search()}
            placeholder={m.privacy_search_email()}
          />
        </FilterBar>
        <RequestsList
          list={list}
          view={view}
          onView={change}
          onOpen={(request) => change({ request })}
        />
      </Card>
      <div className={classes.records}>
        <Suspense>
          <ConsentRecords />
        </Suspense>
      </div>
      <Suspense>
        {view.request !== undefined && (
          <RequestModal id={view.request} onClose={() => change({ request: undefined })} />
        )}
      </Suspense>
    </>
  );
}
