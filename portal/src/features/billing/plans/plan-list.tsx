import { useState } from 'react';
import { Button } from '@mantine/core';
import type { Plan } from '@lintel/contract/billing-plans';
import { planPageSizes } from '@lintel/contract/billing-plans-constants';
import { formatCount } from '../../../lib/format.ts';
import { DataGrid } from '../../../ui/data-grid.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { PlanModal } from './plan-modal.tsx';
import { usePlanColumns } from './use-plan-columns.ts';
import { usePlanList } from './use-plan-list.ts';
import classes from './plans.module.css';

const nothing = (searchText: string) =>
  searchText === ''
    ? { title: 'No plans yet', text: 'Contractors can subscribe as soon as there is a plan.' }
    : { title: 'No plans found', text: 'Nothing matches this search. Try fewer or other words.' };

/** The plans: find, add, change and delete them. */
export function PlanList({ mayChange }: { mayChange: boolean }) {
  const { view, change, list, leaveEmptyPage } = usePlanList();
  const [editing, setEditing] = useState<Plan | 'new' | null>(null);
  return (
    <>
      <FilterBar>
        <SearchField
          value={view.searchText}
          onChange={(searchText) => change({ searchText, page: 1 })}
          label="Search plans"
          placeholder="Search by name, tier or Stripe ID"
        />
        {mayChange && (
          <Button className={classes.main ?? ''} onClick={() => setEditing('new')}>
            Add plan
          </Button>
        )}
      </FilterBar>
      <DataGrid
        label="Payment plans"
        columns={usePlanColumns(mayChange, setEditing, leaveEmptyPage)}
        rows={list.data?.data}
        total={list.data?.total ?? 0}
        view={view}
        onView={change}
        pageSizes={planPageSizes}
        loading={list.isFetching && list.isPlaceholderData}
        failed={list.isError}
        onRetry={() => void list.refetch()}
        minWidth={1500}
        pinLast={mayChange}
        summary={list.data && formatCount(list.data.total, 'plan')}
        empty={nothing(view.searchText)}
      />
      {editing !== null && (
        <PlanModal plan={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </>
  );
}
