import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Plan } from '@lintel/contract/billing-plans';
import { planPageSizes } from '@lintel/contract/billing-plans-constants';
import { formatCount } from '../../../lib/format.ts';
import { DataGrid } from '../../../ui/data-grid.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { rolesQuery } from './api/get-roles.ts';
import { planColumns } from './plan-columns.tsx';
import { PlanModal } from './plan-modal.tsx';
import { useDeletePlan } from './use-delete-plan.ts';
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
            ADD PLAN
          </Button>
        )}
      </FilterBar>
      <DataGrid
        label="Payment plans"
        columns={useColumns(mayChange, setEditing, leaveEmptyPage)}
        rows={list.data?.data}
        total={list.data?.total ?? 0}
        view={view}
        onView={change}
        pageSizes={planPageSizes}
        loading={list.isFetching && list.isPlaceholderData}
        failed={list.isError}
        onRetry={() => void list.refetch()}
        minWidth={1400}
        pinLast={mayChange}
        summary={list.data && formatCount(list.data.total, 'plan')}
        empty={nothing(view.searchText)}
      />
      {editing !== null && <PlanModal plan={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </>
  );
}

/** The roles' names come with their own list; without it a row shows what it knows itself. */
function useColumns(mayChange: boolean, onEdit: (plan: Plan) => void, onDeleted: () => void) {
  const roles = useQuery(rolesQuery).data ?? [];
  const remove = useDeletePlan(onDeleted);
  return planColumns({ roles, actions: mayChange ? { onEdit, onDelete: (plan) => void remove(plan) } : undefined });
}
