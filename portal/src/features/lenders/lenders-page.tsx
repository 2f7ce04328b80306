import { useState } from 'react';
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import * as m from '#messages';
import { lenderPageSizes, lenderStatuses } from '@lintel/contract/lenders/constants';
import type { Lender } from '@lintel/contract/lenders/lender';
import { formatCount } from '../../lib/format.ts';
import { useListView } from '../../lib/list-view.ts';
import { useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { Card } from '../../ui/card.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { lenderColumns } from './lender-columns.tsx';
import { LenderModal } from './lender-modal.tsx';
import { statusNames } from './lender-names.ts';
import {
  lendersKey,
  lendersQuery,
  lendersView,
  mayChangeLenders,
  saveOrder,
  type LendersView,
} from './requests.ts';
import classes from './lenders.module.css';

export const load = ({ client }: LoadContext): Promise<unknown> => {
  const search = Object.fromEntries(new URLSearchParams(window.location.search));
  return client.prefetchQuery(lendersQuery(lendersView.toView(search)));
};

const route = getRouteApi('/portal/manage/lenders');

/** Moves a lender up or down. The order is that of all lenders, so it needs all of them in view. */
function useMoving(rows: readonly Lender[], total: number, view: LendersView) {
  const action = useAction({ call: saveOrder, refresh: [lendersKey], refreshAlways: true });
  const isWhole = rows.length === total && view.order === '+position' && view.search === '';
  if (!isWhole || view.status !== '' || rows.length < 2) return null;
  const ids = rows.map(({ id }) => id);
  return {
    isFirst: ({ id }: Lender) => action.busy || ids[0] === id,
    isLast: ({ id }: Lender) => action.busy || ids.at(-1) === id,
    move: ({ id }: Lender, by: -1 | 1) => {
      const index = ids.indexOf(id);
      const next = ids.filter((one) => one !== id);
      next.splice(index + by, 0, id);
      void action.run({ body: { ids: next } });
    },
  };
}

const orderNamed = (order: string): LendersView['order'] => lendersView.toView({ order }).order;

/** The lenders that applications go to, for staff. */
export function LendersPage() {
  const mayChange = mayChangeLenders(useSession());
  const { view, change } = useListView(lendersView, route.useSearch(), route.useNavigate());
  const list = useQuery(lendersQuery(view));
  const [adding, setAdding] = useState(false);
  const navigate = useNavigate();
  const rows = list.data?.data;
  const total = list.data?.total ?? 0;
  const moving = useMoving(rows ?? [], total, view);
  const isFiltered = view.search !== '' || view.status !== '';
  return (
    <>
      <PageHeader title={m.screens_lenders()} purpose={m.lenders_purpose()} />
      <Card bare>
        <FilterBar>
          <SearchField
            value={view.search}
            onChange={(search) => change({ search })}
            label={m.lenders_search()}
            placeholder={m.lenders_searchPlaceholder()}
          />
          <Select
            aria-label={m.common_status()}
            placeholder={m.lenders_anyStatus()}
            data={lenderStatuses.map((value) => ({ value, label: statusNames[value] }))}
            value={view.status || null}
            onChange={(status) =>
              change({ status: lenderStatuses.find((one) => one === status) ?? '' })
            }
            clearable
          />
          {mayChange && (
            <Button className={classes.main ?? ''} onClick={() => setAdding(true)}>
              {m.lenders_add()}
            </Button>
          )}
        </FilterBar>
        <DataGrid
          label={m.screens_lenders()}
          columns={lenderColumns(mayChange ? moving : null)}
          rows={rows}
          total={total}
          view={view}
          onView={({ order, ...others }) =>
            change({ ...others, ...(order !== undefined && { order: orderNamed(order) }) })
          }
          pageSizes={lenderPageSizes}
          loading={list.isFetching && list.isPlaceholderData}
          failed={list.isError}
          onRetry={() => void list.refetch()}
          minWidth={1040}
          summary={list.data && formatCount(total, m.lenders_count_one(), m.lenders_count_many())}
          empty={
            isFiltered
              ? { title: m.lenders_noneFound(), text: m.common_noSearchMatches() }
              : { title: m.lenders_none(), text: m.lenders_noneText() }
          }
        />
      </Card>
      {adding && (
        <LenderModal
          lender={null}
          onClose={() => setAdding(false)}
          onSaved={({ id }) => void navigate({ to: `/manage/lenders/${id}` })}
        />
      )}
    </>
  );
}
