import { useState } from 'react';
import { Select } from '@mantine/core';
import * as m from '#messages';
import { commissionFilters, commissionLabels } from '@lintel/contract/commissions/constants';
import type { DateRange, RangeOption } from '../../lib/date-ranges.ts';
import { formatBusinessDate } from '../../lib/format.ts';
import { DateRangePicker } from '../../ui/date-range-picker.tsx';
import { FilterBar, type FilterChip } from '../../ui/filter-bar.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { periods, customDays, type ReportView } from './report-view.ts';

interface Props {
  view: ReportView;
  onChange(change: Partial<ReportView>): void;
}

const types = [
  { value: '', label: m.common_allTypes() },
  ...commissionFilters.map((value) => ({ value, label: commissionLabels[value] })),
];

export function ReportFilters({ view, onChange }: Props) {
  return (
    <FilterBar
      chips={filterChips(view, onChange)}
      onClear={() => onChange({ search: '', type: undefined, period: 'last-30' })}
    >
      <PeriodFilter view={view} onChange={onChange} />
      <Select
        label={m.common_type()}
        data={types}
        value={view.type ?? ''}
        onChange={(type) => onChange({ type: commissionFilters.find((one) => one === type) })}
        w={230}
      />
      <SearchField
        value={view.search}
        onChange={(search) => onChange({ search })}
        label={m.commissions_filters_search()}
        placeholder={m.commissions_filters_searchPlaceholder()}
      />
    </FilterBar>
  );
}

/** A custom range applies once both days are set. */
function PeriodFilter({ view, onChange }: Props) {
  const [half, setHalf] = useState<DateRange | null>(null);
  const choose = (option: RangeOption, range: DateRange): void => {
    const isWhole = range.from !== null && range.to !== null;
    setHalf(isWhole ? null : range);
    const period = periods.find((one) => one === option);
    if (isWhole && period !== undefined) onChange({ period, range });
  };
  return (
    <DateRangePicker
      options={periods}
      option={view.period}
      range={half ?? view.range}
      {...customDays()}
      onChange={choose}
    />
  );
}

function filterChips(
  { search, type, period, range }: ReportView,
  onChange: Props['onChange'],
): FilterChip[] {
  const chips: FilterChip[] = [];
  if (period === 'custom' && range.from !== null && range.to !== null) {
    const label = m.common_dateRange({
      from: formatBusinessDate(range.from),
      to: formatBusinessDate(range.to),
    });
    chips.push({ key: 'days', label, onRemove: () => onChange({ period: 'last-30' }) });
  }
  if (type !== undefined)
    chips.push({
      key: 'type',
      label: m.commissions_filters_typeChip({ commissionLabels: commissionLabels[type] }),
      onRemove: () => onChange({ type: undefined }),
    });
  if (search !== '')
    chips.push({
      key: 'search',
      label: m.common_searchChip({ search }),
      onRemove: () => onChange({ search: '' }),
    });
  return chips;
}
