import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { deletePlan as endpoint, Plan } from '@lintel/contract/billing/plans';
import { planPageSizes } from '@lintel/contract/billing/plans-constants';
import { call } from '../../../lib/api/call.ts';
import { confirmDelete } from '../../../lib/form/confirmations.ts';
import { formatCount } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useAction } from '../../../lib/use-action.ts';
import type { LoadContext } from '../../../routes/router-context.ts';
import { Card } from '../../../ui/card.tsx';
import { DataGrid } from '../../../ui/data-grid.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { MoneyCards } from './money/money-cards.tsx';
import { planColumns } from './plan-columns.tsx';
import { PlanModal } from './plan-modal.tsx';
import {
  firstView,
  mayChangePlans,
  plansKey,
  plansQuery,
  rolesQuery,
  notifyPlanFailure,
  type PlanView,
} from './requests.ts';
import classes from './plans.module.css';

const remove = call<typeof endpoint>({ method: 'DELETE', path: '/plan/{id}' }, { handles: [500] });

/** Deletes an unused plan. */
const deletePlan = (id: number) => remove({ params: { id } });

/** Confirms and deletes a plan; `onDeleted` runs before the list reloads. */
const useDeletePlan = (onDeleted: () => void) =>
  useAction({
    ask: ({ name }: Plan) =>
      confirmDelete(m.billing_plans_deleteTitle(), m.billing_plans_deleteQuestion({ name })),
    call: ({ id }) => deletePlan(id),
    successToast: () => m.common_successful(),
    onAnswer: onDeleted,
    refresh: [plansKey],
    refreshAlways: true,
    onFailure: notifyPlanFailure,
  });

/** The roles' names come from their own list; if it fails, a row shows its own data. */
function usePlanColumns(mayChange: boolean, onEdit: (plan: Plan) => void, onDeleted: () => void) {
  const roles = useQuery(rolesQuery).data ?? [];
  const remove = useDeletePlan(onDeleted);
  return planColumns({
    roles,
    actions: mayChange ? { onEdit, onDelete: (plan) => void remove.run(plan) } : undefined,
  });
}

/** The current page of plans, and how to change it. */
function usePlanList() {
  const [view, setView] = useState(firstView);
  const list = useQuery(plansQuery(view));
  const change = (part: Partial<PlanView>): void => setView((current) => ({ ...current, ...part }));
  /** Deleting a page's last row removes the page. */
  const previousPageIfEmpty = (): void => {
    if (list.data?.data.length === 1 && view.page > 1) change({ page: view.page - 1 });
  };
  return { view, change, list, previousPageIfEmpty };
}

export const load = ({ client }: LoadContext): Promise<unknown> =>
  Promise.all([client.prefetchQuery(plansQuery(firstView)), client.prefetchQuery(rolesQuery)]);

/** The plans that contractors can subscribe to, for staff. */
export function PlansPage() {
  const session = useSession();
  return (
    <>
      <PageHeader title={m.screens_paymentPlans()} purpose={m.common_plansPurpose()} />
      <Card bare>
        <PlanList mayChange={mayChangePlans(session)} />
      </Card>
      <MoneyCards />
    </>
  );
}

const emptyState = (searchText: string) =>
  searchText === ''
    ? { title: m.billing_plans_none(), text: m.billing_plans_noneText() }
    : { title: m.billing_plans_noneFound(), text: m.common_noSearchMatches() };

/** The plans: find, add, edit, and delete. */
function PlanList({ mayChange }: { mayChange: boolean }) {
  const { view, change, list, previousPageIfEmpty } = usePlanList();
  const [editing, setEditing] = useState<Plan | 'new' | null>(null);
  return (
    <>
      <FilterBar>
        <SearchField
          value={view.searchText}
          onChange={(searchText) => change({ searchText, page: 1 })}
          label={m.billing_plans_search()}
          placeholder={m.billing_plans_searchPlaceholder()}
        />
        {mayChange && (
          <Button className={classes.main ?? ''} onClick={() => setEditing('new')}>
            {m.billing_plans_add()}
          </Button>
        )}
      </FilterBar>
      <DataGrid
        label={m.billing_plans_label()}
        columns={usePlanColumns(mayChange, setEditing, previousPageIfEmpty)}
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
        summary={
          list.data &&
          formatCount(list.data.total, m.billing_plans_count_one(), m.billing_plans_count_many())
        }
        empty={emptyState(view.searchText)}
      />
      {editing !== null && (
        <PlanModal plan={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </>
  );
}
