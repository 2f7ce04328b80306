import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  contractorColumns,
  type ContractorColumn,
} from '@lintel/contract/contractors-manage-constants';
import { showToast } from '../../lib/toast.ts';
import { failureText } from '../../lib/unexpected.ts';
import { chooseColumns, viewsQuery } from './api/views.ts';

/** The columns that one sees, kept for the next time. */
export function useColumns() {
  const client = useQueryClient();
  const kept = useQuery(viewsQuery);
  const show = async (columns: ContractorColumn[]): Promise<void> => {
    client.setQueryData(viewsQuery.queryKey, (known) => ({ views: [], ...known, columns }));
    await chooseColumns(columns).catch((error: unknown) => showToast(failureText(error), 'danger'));
  };
  return { shown: kept.data?.columns ?? contractorColumns, views: kept.data?.views ?? [], show };
}
