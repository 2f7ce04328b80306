import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import * as m from '#messages';
import { usStateCodes, usStates } from '@lintel/contract/core/us-states';
import {
  deskPageSizes,
  deskStatuses,
  deskStatusNames,
  deskWaitNames,
  deskWaits,
} from '@lintel/contract/lender-desk/constants';
import type { DeskRow } from '@lintel/contract/lender-desk/applications';
import { basePath } from '../../../lib/api/send.ts';
import { downloadFrom } from '../../../lib/download.ts';
import { formatMoment } from '../../../lib/format-moment.ts';
import { formatCount, formatWholeMoney } from '../../../lib/format.ts';
import { useListView } from '../../../lib/list-view.ts';
import { useSession } from '../../../lib/session.ts';
import type { LoadContext } from '../../../routes/router-context.ts';
import { Card } from '../../../ui/card.tsx';
import { DataGrid, type GridColumn } from '../../../ui/data-grid.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { largestFirst } from '../../../ui/grid-view.ts';
import { IconDownload } from '../../../ui/icons.ts';
import { Link } from '../../../ui/link.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { deskTones } from './desk-names.ts';
import { deskListQuery, deskView, type DeskView } from './requests.ts';
import classes from '../lenders.module.css';

export const load = ({ client }: LoadContext): Promise<unknown> => {
  const search = Object.fromEntries(new URLSearchParams(window.location.search));
  return client.prefetchQuery(deskListQuery(deskView.toView(search)));
};

const route = getRouteApi('/portal/lender/applications');

/** The grid needs numbers to tell rows apart. */
type NumberedRow = DeskRow & { id: number };

const columns: GridColumn<NumberedRow>[] = [
  {
    accessor: 'name',
    title: m.lenders_desk_homeowner(),
    width: 200,
    sortable: true,
    render: ({ reference, homeowner }) => (
      <Link to={`/lender/applications/${reference}`}>{homeowner || '–'}</Link>
    ),
  },
  {
    accessor: 'status',
    title: m.common_status(),
    width: 180,
    noWrap: true,
    render: ({ status }) => (
      <StatusBadge status={deskStatusNames[status]} tone={deskTones[status]} />
    ),
  },
  {
    accessor: 'waitsFor',
    title: m.lenders_desk_waitsFor(),
    width: 120,
    noWrap: true,
    render: ({ waitsFor }) => deskWaitNames[waitsFor],
  },
  {
    ...largestFirst,
    accessor: 'amount',
    title: m.common_amount(),
    width: 110,
    noWrap: true,
    cellsClassName: 'numbers',
    render: ({ amount }) => (amount === null ? '–' : formatWholeMoney(amount)),
  },
  { accessor: 'project', title: m.lenders_desk_project(), width: 160, sortable: true },
  { accessor: 'state', title: m.lenders_desk_state(), width: 100, sortable: true },
  {
    ...largestFirst,
    accessor: 'sent',
    title: m.lenders_desk_received(),
    width: 190,
    noWrap: true,
    render: ({ sentAt }) => formatMoment(sentAt),
  },
  {
    accessor: 'reference',
    title: m.lenders_desk_reference(),
    width: 150,
    render: ({ reference }) => (
      <span className={classes.cut} title={reference}>
        {reference}
      </span>
    ),
  },
];

const orderNamed = (order: string): DeskView['order'] => deskView.toView({ order }).order;

const exportAddress = ({ order, search, status, waitsFor, state }: DeskView): string =>
  `${basePath}/lender/applications-export?${new URLSearchParams({ order, search, status, waitsFor, state }).toString()}`;

/** The applications that the person's lender got. */
export function DeskApplicationsPage() {
  const { lender } = useSession();
  const { view, change } = useListView(deskView, route.useSearch(), route.useNavigate());
  const list = useQuery(deskListQuery(view));
  const total = list.data?.total ?? 0;
  const isFiltered = [view.search, view.status, view.waitsFor, view.state].some(Boolean);
  return (
    <>
      <PageHeader
        title={m.common_applications()}
        purpose={m.lenders_desk_purpose({ lender: lender?.name ?? '' })}
      />
      <Card bare>
        <DeskFilters view={view} change={change} total={total} />
        <DataGrid
          label={m.common_applications()}
          columns={columns}
          rows={list.data?.data.map((row, index): NumberedRow => ({ ...row, id: index }))}
          total={total}
          view={view}
          onView={({ order, ...others }) =>
            change({ ...others, ...(order !== undefined && { order: orderNamed(order) }) })
          }
          pageSizes={deskPageSizes}
          loading={list.isFetching && list.isPlaceholderData}
          failed={list.isError}
          onRetry={() => void list.refetch()}
          minWidth={1180}
          summary={
            list.data && formatCount(total, m.lenders_desk_count_one(), m.lenders_desk_count_many())
          }
          empty={
            isFiltered
              ? { title: m.lenders_desk_noneFound(), text: m.common_noSearchMatches() }
              : { title: m.lenders_desk_none(), text: m.lenders_desk_noneText() }
          }
        />
      </Card>
    </>
  );
}

interface FiltersProps {
  view: DeskView;
  change(change: Partial<DeskView>): void;
  total: number;
}

function DeskFilters({ view, change, total }: FiltersProps) {
  return (
    <FilterBar>
      <SearchField
        value={view.search}
        onChange={(search) => change({ search })}
        label={m.lenders_desk_search()}
        placeholder={m.lenders_desk_searchPlaceholder()}
      />
      <Select
        aria-label={m.common_status()}
        placeholder={m.lenders_desk_anyStatus()}
        data={deskStatuses.map((value) => ({ value, label: deskStatusNames[value] }))}
        value={view.status || null}
        onChange={(status) => change({ status: deskStatuses.find((one) => one === status) ?? '' })}
        clearable
      />
      <Select
        aria-label={m.lenders_desk_waitsFor()}
        placeholder={m.lenders_desk_anyWait()}
        data={deskWaits.map((value) => ({ value, label: deskWaitNames[value] }))}
        value={view.waitsFor || null}
        onChange={(waitsFor) =>
          change({ waitsFor: deskWaits.find((one) => one === waitsFor) ?? '' })
        }
        clearable
      />
      <Select
        aria-label={m.lenders_desk_state()}
        placeholder={m.lenders_allStates()}
        data={usStateCodes.map((value) => ({ value, label: usStates[value] }))}
        value={view.state || null}
        onChange={(state) => change({ state: usStateCodes.find((one) => one === state) ?? '' })}
        searchable
        clearable
      />
      <Button
        variant="default"
        className={classes.main ?? ''}
        leftSection={<IconDownload size={18} aria-hidden />}
        disabled={total === 0}
        onClick={() => downloadFrom(exportAddress(view))}
      >
        {m.common_export()}
      </Button>
    </FilterBar>
  );
}
