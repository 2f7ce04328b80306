import { useState } from 'react';
import { Select } from '@mantine/core';
import * as m from '#messages';
import { dateRange } from '../../../lib/date-ranges.ts';
import { formatBusinessDate } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { DateRangePicker } from '../../../ui/date-range-picker.tsx';
import { FilterBar, type FilterChip } from '../../../ui/filter-bar.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { PaymentList } from './payment-list.tsx';
import { periods, statusFilters, type PaymentView, changeView, firstView } from './payment-view.ts';
import { useRefund } from './refund.tsx';
import classes from './payments.module.css';

interface Props {
  view: PaymentView;
  onChange(change: Partial<PaymentView>): void;
}

const statuses = statusFilters.map((value) => ({ value, label: value || m.common_all() }));

function PaymentFilters({ view, onChange }: Props) {
  return (
    <FilterBar
      chips={filterChips(view, onChange)}
      onClear={() => onChange({ status: '', searchText: '' })}
    >
      <Select
        label={m.common_status()}
        data={statuses}
        value={view.status}
        onChange={(chosen) =>
          onChange({ status: statusFilters.find((one) => one === chosen) ?? '' })
        }
        w={150}
      />
      <DateRangePicker
        options={periods}
        option={view.period}
        range={view.range}
        onChange={(period, range) => onChange({ period, range })}
      />
      <SearchField
        value={view.searchText}
        onChange={(searchText) => onChange({ searchText })}
        label={m.billing_payments_search()}
        placeholder={m.billing_payments_searchPlaceholder()}
      />
    </FilterBar>
  );
}

function filterChips(
  { status, searchText, period, range }: PaymentView,
  onChange: Props['onChange'],
): FilterChip[] {
  const chips: FilterChip[] = [];
  if (period === 'custom' && range.from !== null && range.to !== null) {
    const label = m.common_dateRange({
      from: formatBusinessDate(range.from),
      to: formatBusinessDate(range.to),
    });
    const usual = { period: 'this-year', range: dateRange('this-year', new Date()) } as const;
    chips.push({ key: 'days', label, onRemove: () => onChange(usual) });
  }
  if (status !== '')
    chips.push({
      key: 'status',
      label: m.billing_payments_statusChip({ status }),
      onRemove: () => onChange({ status: '' }),
    });
  if (searchText !== '')
    chips.push({
      key: 'search',
      label: m.billing_payments_searchChip({ searchText }),
      onRemove: () => onChange({ searchText: '' }),
    });
  return chips;
}

/** The box of all payments. */
export function PaymentsBox({ userId }: { userId: number }) {
  const { onRefund, modal } = useRefund();
  const [view, setView] = useState(() => firstView(new Date()));
  const change = (part: Partial<PaymentView>): void => setView((now) => changeView(now, part));
  return (
    <Card bare>
      <h2 className={classes.title}>{m.common_payments()}</h2>
      <PaymentFilters view={view} onChange={change} />
      <PaymentList userId={userId} view={view} onChange={change} onRefund={onRefund} />
      {modal}
    </Card>
  );
}
