import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { readAccounts, saveAccounts } from '@lintel/contract/accounting/accounts';
import type { AccountingExport, AccountingFormat } from '@lintel/contract/accounting/exports';
import type { listYearTotals } from '@lintel/contract/accounting/year-totals';
import { call } from '../../lib/api/call.ts';
import { buildAddress } from '../../lib/api/encode.ts';
import { basePath } from '../../lib/api/send.ts';
import type { GridView } from '../../ui/grid-view.ts';

/** The query key prefix of everything about accounting. */
export const accountingKey = ['accounting'] as const;

const getAccounts = call<typeof readAccounts>({
  method: 'GET',
  path: '/manage/accounting/accounts',
});
export const postAccounts = call<typeof saveAccounts>(
  { method: 'POST', path: '/manage/accounting/accounts' },
  { handles: [409, 422, 500] },
);
const getYears = call<typeof listYearTotals>({
  method: 'GET',
  path: '/manage/accounting/year-totals',
});

export const accountsQuery = queryOptions({
  queryKey: [...accountingKey, 'accounts'],
  queryFn: ({ signal }) => getAccounts({}, { signal }),
});

export interface YearView extends GridView {
  year: number;
  searchText: string;
  reportable: boolean;
}

const yearParameters = ({ year, order, searchText, reportable }: YearView) => ({
  year,
  order,
  filters: { searchText, reportable },
});

/** One page of year totals. The last page stays visible while the next one loads. */
export const yearQuery = (view: YearView) =>
  queryOptions({
    queryKey: [...accountingKey, 'years', view],
    queryFn: ({ signal }) =>
      getYears(
        { query: { ...yearParameters(view), page: view.page, limit: view.limit } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

export const yearExportAddress = (view: YearView, format: 'csv' | 'xlsx'): string =>
  `${basePath}${buildAddress('/manage/accounting/year-totals-export', {}, { ...yearParameters(view), format })}`;

export interface ExportChoice {
  what: AccountingExport;
  from: string;
  to: string;
  by: 'booked' | 'happened';
  daily: boolean;
}

export const exportAddress = (choice: ExportChoice, format: AccountingFormat): string =>
  `${basePath}${buildAddress('/manage/accounting/export', {}, { ...choice, format })}`;
