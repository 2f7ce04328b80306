import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { firstView, plansQuery, type PlanView } from './api/get-plans.ts';

/** The page of plans that is looked at, and how to look at another one. */
export function usePlanList() {
  const [view, setView] = useState(firstView);
  const list = useQuery(plansQuery(view));
  const change = (part: Partial<PlanView>): void => setView((current) => ({ ...current, ...part }));
  /** The last row of a page takes the page with it. */
  const leaveEmptyPage = (): void => {
    if (list.data?.data.length === 1 && view.page > 1) change({ page: view.page - 1 });
  };
  return { view, change, list, leaveEmptyPage };
}
