import { useState } from 'react';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import * as m from '#messages';
import { isOneOf } from '@lintel/contract/core/narrow';
import { customerStates } from '@lintel/contract/customers/constants';
import { useListView } from '../../lib/list-view.ts';
import { may, useSession } from '../../lib/session.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { Card } from '../../ui/card.tsx';
import { FilterBar, type FilterChip } from '../../ui/filter-bar.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { NoAccessState } from '../../ui/states.tsx';
import { CustomerModal } from './customer-modal.tsx';
import { CustomersList } from './customers-list.tsx';
import { customersView, type CustomersView } from './customers-view.ts';
import { ListActions, applicationsAccess, ImportFromApplications } from './list-actions.tsx';
import { importFromApplicationsQuery } from './import-requests.ts';
import { changing, customersQuery, tagsQuery } from './requests.ts';

const route = getRouteApi('/portal/customers');

/** Prefetches the list, and waits for what is above it, so that the list doesn't move later. */
export const load = async ({ client, session, search }: LoadContext): Promise<void> => {
  if (session.contractor === null) return;
  const { id } = session.user;
  void client.prefetchQuery(customersQuery(id, customersView.toView(search)));
  const isOffered = may(session, changing) && may(session, applicationsAccess);
  await Promise.all([
    client.prefetchQuery(tagsQuery(id)),
    isOffered && client.prefetchQuery(importFromApplicationsQuery(id)),
  ]);
};

/** The contractor's customers. */
export function CustomersPage() {
  const session = useSession();
  if (session.contractor === null)
    return (
      <>
        <PageHeader title={m.common_customers()} />
        <Card>
          <NoAccessState text={m.customers_contractorOnly()} />
        </Card>
      </>
    );
  return <Customers userId={session.user.id} mayChange={may(session, changing)} />;
}

function Customers({ userId, mayChange }: { userId: number; mayChange: boolean }) {
  const { view, change } = useListView(customersView, route.useSearch(), route.useNavigate());
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const list = useQuery(customersQuery(userId, view));
  const add = () => setAdding(true);
  return (
    <>
      <PageHeader
        title={m.common_customers()}
        purpose={m.customers_purpose()}
        action={<ListActions view={view} userId={userId} mayChange={mayChange} onAdd={add} />}
      />
      {mayChange && <ImportFromApplications userId={userId} />}
      <Card bare>
        <CustomerFilters view={view} userId={userId} onChange={change} />
        <CustomersList
          rows={list.data?.data}
          total={list.data?.total ?? 0}
          more={list.data?.more}
          view={view}
          onView={change}
          loading={list.isFetching && list.isPlaceholderData}
          failed={list.isError}
          onRetry={() => void list.refetch()}
          {...(mayChange && { onAdd: add })}
        />
      </Card>
      {adding && (
        <CustomerModal
          customer={null}
          onClose={() => setAdding(false)}
          onSaved={({ id }) => void navigate({ to: '/customers/$id', params: { id: String(id) } })}
        />
      )}
    </>
  );
}

interface FilterProps {
  view: CustomersView;
  userId: number;
  onChange(change: Partial<CustomersView>): void;
}

const stateLabels = {
  active: m.common_customers(),
  archived: m.common_archived(),
};

function CustomerFilters({ view, userId, onChange }: FilterProps) {
  const tags = useQuery(tagsQuery(userId)).data ?? [];
  const chips: FilterChip[] = [
    ...(view.search === ''
      ? []
      : [
          {
            key: 'search',
            label: m.common_searchChip({ search: view.search }),
            onRemove: () => onChange({ search: '' }),
          },
        ]),
    ...(view.tag === ''
      ? []
      : [
          {
            key: 'tag',
            label: m.customers_filters_tagChip({ tag: view.tag }),
            onRemove: () => onChange({ tag: '' }),
          },
        ]),
  ];
  return (
    <FilterBar chips={chips} onClear={() => onChange({ search: '', tag: '' })}>
      <SearchField
        value={view.search}
        onChange={(search) => onChange({ search })}
        label={m.customers_filters_search()}
        placeholder={m.customers_filters_searchPlaceholder()}
      />
      {(tags.length > 0 || view.tag !== '') && (
        <Select
          aria-label={m.customers_filters_tag()}
          placeholder={m.customers_filters_allTags()}
          data={[
            ...tags.map(({ tag, count }) => ({ value: tag, label: `${tag} (${count})` })),
            ...(view.tag === '' || tags.some(({ tag }) => tag === view.tag)
              ? []
              : [{ value: view.tag, label: view.tag }]),
          ]}
          value={view.tag === '' ? null : view.tag}
          onChange={(tag) => onChange({ tag: tag ?? '' })}
          searchable
          clearable
          w={200}
        />
      )}
      <Select
        aria-label={m.customers_filters_which()}
        data={customerStates.map((value) => ({ value, label: stateLabels[value] }))}
        value={view.state}
        onChange={(state) => isOneOf(customerStates, state) && onChange({ state })}
        w={150}
      />
    </FilterBar>
  );
}
