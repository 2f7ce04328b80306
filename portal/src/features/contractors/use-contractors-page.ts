import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../lib/session.ts';
import { contractorsQuery } from './api/get-contractors.ts';
import { rightsOf } from './contractors-access.ts';
import { useColumns } from './use-columns.ts';
import { useContractorsView } from './use-contractors-view.ts';
import { useRowTools } from './use-row-tools.ts';

/**
 * What the screen shows: the view that the address tells, its rows, the columns, and what can be
 * done about a row.
 */
export function useContractorsPage() {
  const rights = rightsOf(useSession());
  const { view, change } = useContractorsView();
  const list = useQuery(contractorsQuery(view));
  return { rights, view, change, list, columns: useColumns(), ...useRowTools(rights) };
}
