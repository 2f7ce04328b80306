import { useNavigate, useSearch } from '@tanstack/react-router';
import { searchOf, viewOf, type ContractorsView } from './contractors-view.ts';

/**
 * The view that the address tells, and how to look at another one. Another filter starts at the
 * first page.
 */
export function useContractorsView() {
  const view = viewOf(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (part: Partial<ContractorsView>): void => {
    const search = searchOf({ ...view, page: 1, ...part });
    void navigate({ to: '/manage/contractors', search, replace: true, resetScroll: false });
  };
  return { view, change };
}
