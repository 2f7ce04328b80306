import { Checkbox, Divider, InputBase, Popover, Select, Stack } from '@mantine/core';
import * as m from '#messages';
import { tiers, type PaymentStatus } from '@lintel/contract/billing/tiers';
import { cpActivations } from '@lintel/contract/contractors/manage-constants';
import { w9Statuses, type W9Status } from '@lintel/contract/payouts/constants';
import { FilterBar, type FilterChip } from '../../ui/filter-bar.tsx';
import { IconChevronDown } from '../../ui/icons.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { noFilters, type ContractorFilters, type ListFilters } from './contractors-view.ts';
import classes from './contractors.module.css';

interface Props {
  filters: ListFilters;
  onChange(change: Partial<ListFilters>): void;
}

/** The display order: active, problems, pending. */
const statusOrder = [
  'Paid',
  'Canceled',
  'Failed',
  'Renewed',
  'Unpaid',
] as const satisfies readonly PaymentStatus[];

/** The list's filters, and the active ones below them. */
export function ContractorFilterBar({ filters, onChange }: Props) {
  const { searchText, statusPayment, tier, cpActivation } = filters;
  return (
    <FilterBar chips={filterChips(filters, onChange)} onClear={() => onChange(noFilters)}>
      <SearchField
        value={searchText}
        onChange={(text) => onChange({ searchText: text })}
        label={m.contractors_filters_search()}
      />
      <Choice
        label={m.contractors_paymentStatus()}
        values={statusOrder}
        value={statusPayment}
        onChange={(value) => onChange({ statusPayment: value })}
      />
      <W9Filter filters={filters} onChange={onChange} />
      <Choice
        label={m.common_tier()}
        values={tiers}
        value={tier}
        onChange={(value) => onChange({ tier: value })}
      />
      <Choice
        label={m.contractors_list_pageActivation()}
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
    data={[
      { value: '', label: m.common_all() },
      ...values.map((one) => ({ value: one, label: one })),
    ]}
    value={value}
    onChange={(chosen) => onChange(values.find((one) => one === chosen) ?? '')}
    className={classes.choice ?? ''}
  />
);

function filterChips(filters: ListFilters, onChange: Props['onChange']): FilterChip[] {
  const { searchText, statusPayment, statusW9, showDifferencesOnly, tier, cpActivation } = filters;
  const set: [label: string, value: string, off: Partial<ListFilters>][] = [
    [
      m.contractors_edit_account(),
      filters.accountToCreate ? m.contractors_filters_toCreate() : '',
      { accountToCreate: false },
    ],
    [m.common_search(), searchText, { searchText: '' }],
    [m.contractors_paymentStatus(), statusPayment, { statusPayment: '' }],
    [m.contractors_filters_w9(), statusW9.join(', '), { statusW9: [] }],
    [
      m.contractors_filters_w9(),
      showDifferencesOnly ? m.contractors_filters_differences() : '',
      { showDifferencesOnly: false },
    ],
    [m.common_tier(), tier, { tier: '' }],
    [m.contractors_list_pageActivation(), cpActivation, { cpActivation: '' }],
  ];
  return set
    .filter(([, value]) => value !== '')
    .map(([label, value, off]) => ({
      key: label + value,
      label: `${label}: ${value}`,
      onRemove: () => onChange(off),
    }));
}

interface W9FilterProps {
  filters: Pick<ContractorFilters, 'statusW9' | 'showDifferencesOnly'>;
  onChange(change: Partial<ContractorFilters>): void;
}

const choices = w9Statuses.map((status) => <Checkbox key={status} value={status} label={status} />);
const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** The W-9's status, multiple choice, and a filter for name differences only. */
function W9Filter({ filters: { statusW9, showDifferencesOnly }, onChange }: W9FilterProps) {
  const parts = [...statusW9, ...(showDifferencesOnly ? ['differences'] : [])];
  return (
    <Popover position="bottom-start" shadow="md" width={220} trapFocus>
      <Popover.Target>
        <InputBase
          component="button"
          type="button"
          label={m.contractors_filters_w9()}
          size="sm"
          pointer
          className={classes.choice ?? ''}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          rightSectionPointerEvents="none"
          styles={{ input: oneLine }}
        >
          {parts.length === 0 ? m.common_all() : parts.join(', ')}
        </InputBase>
      </Popover.Target>
      <Popover.Dropdown aria-label={m.contractors_filters_w9()}>
        <Checkbox.Group
          aria-label={m.contractors_list_w9Status()}
          value={statusW9}
          onChange={(chosen) =>
            onChange({ statusW9: w9Statuses.filter((one: W9Status) => chosen.includes(one)) })
          }
        >
          <Stack gap="sm">{choices}</Stack>
        </Checkbox.Group>
        <Divider my="sm" />
        <Checkbox
          label={m.contractors_filters_showDifferences()}
          checked={showDifferencesOnly}
          onChange={(event) => onChange({ showDifferencesOnly: event.currentTarget.checked })}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
