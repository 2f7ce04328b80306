import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Checkbox, Select } from '@mantine/core';
import * as m from '#messages';
import { yearPageSizes, type YearTotalRow } from '@lintel/contract/accounting/year-totals';
import { businessTimeZone } from '../../lib/brand.ts';
import { dayInZone } from '../../lib/date-ranges.ts';
import { formatCount, formatMoney, formatWholeMoney } from '../../lib/format.ts';
import { DataGrid, type GridColumn } from '../../ui/data-grid.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { largestFirst } from '../../ui/grid-view.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { yearExportAddress, yearQuery, type YearView } from './requests.ts';
import classes from './accounting.module.css';

const amount = (accessor: 'earned' | 'adjusted' | 'paid', title: string) =>
  ({
    accessor,
    title,
    ...largestFirst,
    textAlign: 'right',
    width: 170,
    cellsClassName: 'numbers',
    render: (row: YearTotalRow) => formatMoney(row[accessor]),
  }) satisfies GridColumn<YearTotalRow>;

const columns: GridColumn<YearTotalRow>[] = [
  {
    accessor: 'companyName',
    title: m.common_contractor(),
    sortable: true,
    width: '22%',
    render: ({ companyName, id }) => (
      <span className={classes.who}>
        <strong>{companyName}</strong>
        <span>{id}</span>
      </span>
    ),
  },
  amount('earned', m.screens_commissions()),
  amount('adjusted', m.accounting_years_adjusted()),
  amount('paid', m.accounting_years_paid()),
  {
    accessor: 'reportable',
    title: m.accounting_years_form(),
    width: 130,
    render: ({ reportable }) =>
      reportable ? <StatusBadge status={m.accounting_years_toFile()} tone="blue" /> : '–',
  },
];

const thisYear = (): number => Number(dayInZone(new Date(), businessTimeZone).slice(0, 4));

/** The first year that the list offers. */
const firstYear = 2024;

interface FiltersProps {
  view: YearView;
  hasRows: boolean;
  onChange(part: Partial<YearView>): void;
}

function YearFilters({ view, hasRows, onChange }: FiltersProps) {
  const client = useQueryClient();
  const latest = thisYear();
  const years = Array.from({ length: latest - firstYear + 1 }, (_none, back) =>
    String(latest - back),
  );
  return (
    <FilterBar>
      <Select
        label={m.accounting_years_year()}
        data={years}
        value={String(view.year)}
        onChange={(year) => onChange({ year: Number(year), page: 1 })}
        w={110}
      />
      <SearchField
        value={view.searchText}
        onChange={(searchText) => onChange({ searchText, page: 1 })}
        label={m.accounting_years_search()}
        placeholder={m.accounting_years_search()}
      />
      <Checkbox
        label={m.accounting_years_onlyReportable()}
        checked={view.reportable}
        onChange={(event) => onChange({ reportable: event.currentTarget.checked, page: 1 })}
      />
      <ExportMenu
        ask={() => client.fetchQuery({ ...yearQuery(view), staleTime: 0 })}
        toAddress={(format) => yearExportAddress(view, format)}
        isSecret
        quiet
        disabled={!hasRows}
      />
    </FilterBar>
  );
}

/** What each contractor earned and was paid in a year. */
export function YearsTab() {
  const [view, setView] = useState<YearView>({
    year: thisYear(),
    page: 1,
    limit: 25,
    order: '+companyName',
    searchText: '',
    reportable: false,
  });
  const list = useQuery(yearQuery(view));
  const change = (part: Partial<YearView>): void => setView((now) => ({ ...now, ...part }));
  const { data } = list;
  return (
    <>
      <YearFilters view={view} hasRows={(data?.total ?? 0) > 0} onChange={change} />
      {data && (
        <p className={classes.rule}>
          {m.accounting_years_rule({
            year: view.year,
            threshold: formatWholeMoney(data.threshold),
            contractors: formatCount(
              data.reportable,
              m.common_contractor_one(),
              m.common_contractor_many(),
            ),
          })}
        </p>
      )}
      <DataGrid
        label={m.accounting_years_tab()}
        columns={columns}
        rows={data?.data}
        total={data?.total ?? 0}
        view={view}
        onView={change}
        pageSizes={yearPageSizes}
        loading={list.isPlaceholderData}
        failed={list.isError}
        onRetry={() => void list.refetch()}
        minWidth={900}
        summary={
          data &&
          m.accounting_years_sums({
            earned: formatMoney(data.earned),
            adjusted: formatMoney(data.adjusted),
            paid: formatMoney(data.paid),
          })
        }
        empty={{ title: m.common_nothingHere(), text: m.accounting_years_none() }}
      />
    </>
  );
}
