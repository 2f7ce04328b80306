import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import * as m from '#messages';
import { isOneOf } from '@lintel/contract/core/narrow';
import { keysOf } from '@lintel/contract/core/map-values';
import { documentKinds, documentStates } from '@lintel/contract/documents/constants';
import { useListView } from '../../lib/list-view.ts';
import { may, useSession } from '../../lib/session.ts';
import { Card } from '../../ui/card.tsx';
import { FilterBar, type FilterChip } from '../../ui/filter-bar.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { NoAccessState } from '../../ui/states.tsx';
import { NewDocumentButtons, ListActions } from './list-actions.tsx';
import { DocumentsList } from './documents-list.tsx';
import { documentsView, type DocumentsView } from './documents-view.ts';
import { KeptDrafts } from './unsaved-drafts.tsx';
import { changing, documentsQuery } from './requests.ts';
import { StateChips, Totals } from './totals.tsx';

const route = getRouteApi('/portal/documents');

/** The contractor's estimates and invoices. */
export function DocumentsPage() {
  const session = useSession();
  if (session.contractor === null)
    return (
      <>
        <PageHeader title={m.common_documents()} />
        <Card>
          <NoAccessState text={m.documents_contractorOnly()} />
        </Card>
      </>
    );
  return <Documents userId={session.user.id} mayChange={may(session, changing)} />;
}

function Documents({ userId, mayChange }: { userId: number; mayChange: boolean }) {
  const { view, change } = useListView(documentsView, route.useSearch(), route.useNavigate());
  const list = useQuery(documentsQuery(userId, view));
  return (
    <>
      <PageHeader
        title={m.common_documents()}
        purpose={mayChange ? m.documents_purpose() : m.documents_readOnly()}
        action={<ListActions view={view} userId={userId} mayChange={mayChange} />}
      />
      {mayChange && <KeptDrafts />}
      <Totals userId={userId} onChoose={change} />
      <Card bare>
        <DocumentFilters
          view={view}
          customerName={list.data?.data[0]?.customerName}
          onChange={change}
        />
        <StateChips userId={userId} view={view} onChoose={(state) => change({ state })} />
        <DocumentsList
          rows={list.data?.data}
          total={list.data?.total ?? 0}
          more={list.data?.more}
          view={view}
          onView={change}
          loading={list.isFetching && list.isPlaceholderData}
          failed={list.isError}
          onRetry={() => void list.refetch()}
          begin={mayChange && <NewDocumentButtons />}
        />
      </Card>
    </>
  );
}

interface FilterProps {
  view: DocumentsView;
  /** The customer of a list filtered by one customer, from its first row. */
  customerName: string | undefined;
  onChange(change: Partial<DocumentsView>): void;
}

function DocumentFilters({ view, customerName, onChange }: FilterProps) {
  const { search, kind, state, customerId } = view;
  const chips: (FilterChip | false)[] = [
    search !== '' && {
      key: 'search',
      label: m.common_searchChip({ search }),
      onRemove: () => onChange({ search: '' }),
    },
    customerId !== undefined && {
      key: 'customer',
      label: m.documents_filters_customerChip({
        name: customerName ?? m.documents_filters_oneCustomer(),
      }),
      onRemove: () => onChange({ customerId: undefined }),
    },
    state !== 'all' && {
      key: 'state',
      label: documentStates[state],
      onRemove: () => onChange({ state: 'all' }),
    },
  ];
  return (
    <FilterBar
      chips={chips.filter((chip) => chip !== false)}
      onClear={() => onChange({ search: '', state: 'all', customerId: undefined })}
    >
      <SearchField
        value={search}
        onChange={(words) => onChange({ search: words })}
        label={m.documents_filters_search()}
        placeholder={m.documents_filters_searchPlaceholder()}
      />
      <Select
        aria-label={m.common_type()}
        data={[
          { value: '', label: m.common_allTypes() },
          { value: 'estimate', label: m.documents_filters_estimates() },
          { value: 'invoice', label: m.documents_filters_invoices() },
        ]}
        value={kind ?? ''}
        onChange={(value) =>
          onChange({ kind: isOneOf(keysOf(documentKinds), value) ? value : undefined })
        }
        w={150}
      />
    </FilterBar>
  );
}
