import { Select } from '@mantine/core';
import { tiers, type PaymentStatus } from '@lintel/contract/billing';
import { cpActivations } from '@lintel/contract/contractors-manage-constants';
import { FilterBar, type FilterChip } from '../../ui/filter-bar.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { noFilters, type ContractorFilters } from './contractors-view.ts';
import { W9Filter } from './w9-filter.tsx';
import classes from './contractors.module.css';

interface Props {
  filters: ContractorFilters;
  onChange(change: Partial<ContractorFilters>): void;
}

/** As people look for them: what is well, what is not, what is yet to come. */
const statusOrder = [
  'Paid',
  'Canceled',
  'Failed',
  'Renewed',
  'Unpaid',
] as const satisfies readonly PaymentStatus[];

/** The list's filters, and those that are set below them. */
export function ContractorFilterBar({ filters, onChange }: Props) {
  const { searchText, statusPayment, tier, cpActivation } = filters;
  return (
    <FilterBar chips={chipsOf(filters, onChange)} onClear={() => onChange(noFilters)}>
      <SearchField
        value={searchText}
        onChange={(text) => onChange({ searchText: text })}
        label="Search contractors"
      />
      <Choice
        label="Payment Status"
        values={statusOrder}
        value={statusPayment}
        onChange={(value) => onChange({ statusPayment: value })}
      />
      <W9Filter filters={filters} onChange={onChange} />
      <Choice
        label="Tier"
        values={tiers}
        value={tier}
        onChange={(value) => onChange({ tier: value })}
      />
      <Choice
        label="CP activation"
        values={cpActivations}
        value={cpActivation}
        onChange={(value) => onChange({ cpActivation: value })}
      />
    </FilterBar>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  values: readonly Value[];
  value: '' | Value;
  onChange(value: '' | Value): void;
}

const Choice = <Value extends string>({ label, values, value, onChange }: ChoiceProps<Value>) => (
  <Select
    label={label}
    data={[{ value: '', label: 'All' }, ...values.map((one) => ({ value: one, label: one }))]}
    value={value}
    onChange={(chosen) => onChange(values.find((one) => one === chosen) ?? '')}
    className={classes.choice ?? ''}
  />
);

function chipsOf(filters: ContractorFilters, onChange: Props['onChange']): FilterChip[] {
  const { searchText, statusPayment, statusW9, showDifferencesOnly, tier, cpActivation } = filters;
  const set: [label: string, value: string, off: Partial<ContractorFilters>][] = [
    ['Search', searchText, { searchText: '' }],
    ['Payment Status', statusPayment, { statusPayment: '' }],
    ['W-9', statusW9.join(', '), { statusW9: [] }],
    ['W-9', showDifferencesOnly ? 'differences only' : '', { showDifferencesOnly: false }],
    ['Tier', tier, { tier: '' }],
    ['CP activation', cpActivation, { cpActivation: '' }],
  ];
  return set
    .filter(([, value]) => value !== '')
    .map(([label, value, off]) => ({
      key: label + value,
      label: `${label}: ${value}`,
      onRemove: () => onChange(off),
    }));
}
