import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import {
  choiceNames,
  choicesIn,
  choiceFilters,
  noChoices,
} from '@lintel/contract/applications/report-filters';
import { addMonths, dayInZone } from '../../lib/date-ranges.ts';
import { formatDate } from '../../lib/format.ts';
import { DateRangePicker } from '../../ui/date-range-picker.tsx';
import { FilterBar, type FilterChip } from '../../ui/filter-bar.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { pageNamesQuery } from '../pages/index.ts';
import { chosenIn, periods, type ReportView } from './report-view.ts';

interface FilterProps {
  view: ReportView;
  onChange(change: Partial<ReportView>): void;
}

interface Props extends FilterProps {
  pages: readonly { id: number; pageName: string }[];
}

/** The stage has its own buttons above the list. */
const selects = choiceNames.filter((name) => name !== 'stage');

/** How far back a custom range can start: two and a half years, in months. */
const reach = 30;

export function ReportFilters({
  view,
  contractorId,
  onChange,
}: FilterProps & { contractorId: number }) {
  const pages = useQuery(pageNamesQuery(contractorId)).data?.data ?? [];
  const today = dayInZone(new Date());
  return (
    <FilterBar
      chips={filterChips(view, pages, onChange)}
      onClear={() => onChange({ search: '', coBrandedPage: undefined, ...noChoices })}
    >
      <DateRangePicker
        options={periods}
        option={view.period}
        range={view.range}
        min={addMonths(today, -reach)}
        max={today}
        onChange={(period, range) => onChange({ period, range })}
      />
      <ReportSelects view={view} pages={pages} onChange={onChange} />
      <SearchField
        value={view.search}
        onChange={(search) => onChange({ search })}
        label={m.applications_filters_search()}
        placeholder={m.applications_filters_searchPlaceholder()}
      />
    </FilterBar>
  );
}

/**
 * The page filter, and one filter per choice of the contract. The page filter shows only with more
 * than two options, "All pages" included.
 */
function ReportSelects({ view, pages, onChange }: Props) {
  const pageOptions = [
    { value: '', label: m.applications_filters_allPages() },
    ...pages.map(({ id, pageName }) => ({ value: String(id), label: pageName })),
  ];
  return (
    <>
      {pageOptions.length > 2 && (
        <Select
          label={m.common_coBrandedPage()}
          data={pageOptions}
          value={String(view.coBrandedPage ?? '')}
          onChange={(id) => onChange({ coBrandedPage: id ? Number(id) : undefined })}
          w={200}
        />
      )}
      {selects.map((name) => (
        <Select
          key={name}
          label={choiceFilters[name].label}
          data={Object.entries(choiceFilters[name].options).map(([value, label]) => ({
            value,
            label,
          }))}
          value={view[name]}
          onChange={(word) => word !== null && onChange(choicesIn({ ...view, [name]: word }))}
          w={180}
        />
      ))}
    </>
  );
}

function filterChips(
  view: ReportView,
  pages: Props['pages'],
  onChange: Props['onChange'],
): FilterChip[] {
  const { search, coBrandedPage, period, range } = view;
  const chips: FilterChip[] = [];
  if (period === 'custom' && range.from !== null && range.to !== null) {
    const label = m.common_dateRange({ from: formatDate(range.from), to: formatDate(range.to) });
    chips.push({ key: 'days', label, onRemove: () => onChange({ period: 'last-30' }) });
  }
  if (coBrandedPage !== undefined) {
    const name = pages.find(({ id }) => id === coBrandedPage)?.pageName ?? String(coBrandedPage);
    chips.push({
      key: 'page',
      label: m.applications_filters_page({ name }),
      onRemove: () => onChange({ coBrandedPage: undefined }),
    });
  }
  for (const name of chosenIn(view).filter((one) => one !== 'stage')) {
    const { label, options } = choiceFilters[name];
    chips.push({
      key: name,
      label: `${label}: ${options[view[name]]}`,
      onRemove: () => onChange(choicesIn({ ...view, [name]: 'all' })),
    });
  }
  if (search !== '')
    chips.push({
      key: 'search',
      label: m.common_searchChip({ search }),
      onRemove: () => onChange({ search: '' }),
    });
  return chips;
}
