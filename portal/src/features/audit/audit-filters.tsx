import { useState } from 'react';
import { Select } from '@mantine/core';
import * as m from '#messages';
import {
  auditActions,
  auditActionText,
  auditAreas,
  type AuditActionName,
  type AuditArea,
} from '@lintel/contract/audit/actions';
import type { AuditEntry, AuditPerson } from '@lintel/contract/audit/log';
import { keysOf } from '@lintel/contract/core/map-values';
import type { DateRange, RangeOption } from '../../lib/date-ranges.ts';
import { rangeLabels } from '../../lib/date-ranges.ts';
import { formatShortDate } from '../../lib/format.ts';
import { DateRangePicker } from '../../ui/date-range-picker.tsx';
import { FilterBar, type FilterChip } from '../../ui/filter-bar.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { noFilters, periods, type AuditView } from './audit-view.ts';
import { NameField } from './name-field.tsx';

/** The names of the filtered people, from the list. */
export interface ChosenNames {
  person: AuditPerson | null;
  contractor: AuditEntry['contractor'];
}

interface Props {
  view: AuditView;
  chosen: ChosenNames;
  onChange(change: Partial<AuditView>): void;
}

const areaActions = (area: AuditArea): AuditActionName[] =>
  keysOf(auditActions).filter((name) => auditActions[name].area === area);

/** Each area as a whole, then its events. */
const kinds = keysOf(auditAreas).map((area) => ({
  group: auditAreas[area],
  items: [
    { value: area, label: m.audit_filters_allOfArea({ area: auditAreas[area] }) },
    ...areaActions(area).map((name) => ({ value: name, label: auditActions[name].text })),
  ],
}));

const kindText = (kind: string): string =>
  keysOf(auditAreas).find((area) => area === kind) === undefined
    ? auditActionText(kind)
    : (kinds.flatMap(({ items }) => items).find(({ value }) => value === kind)?.label ?? kind);

/** The log's filters, and the active ones below them. */
export function AuditFilters({ view, chosen, onChange }: Props) {
  return (
    <FilterBar chips={filterChips(view, chosen, onChange)} onClear={() => onChange(noFilters)}>
      <PeriodFilter view={view} onChange={onChange} />
      <NameField
        list="people"
        label={m.audit_filters_doneBy()}
        placeholder={m.audit_filters_personPlaceholder()}
        chosen={chosen.person}
        value={view.person}
        onChange={(person) => onChange({ person })}
      />
      <NameField
        list="contractors"
        label={m.common_contractor()}
        placeholder={m.audit_filters_contractorPlaceholder()}
        chosen={chosen.contractor}
        value={view.contractor}
        onChange={(contractor) => onChange({ contractor })}
      />
      <Select
        label={m.audit_what()}
        placeholder={m.audit_filters_everything()}
        data={kinds}
        value={view.kind === '' ? null : view.kind}
        onChange={(kind) => onChange({ kind: kind ?? '' })}
        searchable
        clearable
        nothingFoundMessage={m.audit_filters_noAction()}
        w={200}
      />
      <SearchField
        value={view.search}
        onChange={(search) => onChange({ search })}
        label={m.audit_filters_search()}
        placeholder={m.audit_filters_searchPlaceholder()}
      />
    </FilterBar>
  );
}

/** A custom range applies once both days are set. */
function PeriodFilter({ view, onChange }: Pick<Props, 'view' | 'onChange'>) {
  const [half, setHalf] = useState<DateRange | null>(null);
  const choose = (period: RangeOption, range: DateRange): void => {
    const isHalf = period === 'custom' && (range.from === null || range.to === null);
    setHalf(isHalf ? range : null);
    if (!isHalf) onChange({ period, range });
  };
  return (
    <DateRangePicker
      options={periods}
      option={view.period}
      range={half ?? view.range}
      onChange={choose}
    />
  );
}

function filterChips(
  view: AuditView,
  { person, contractor }: ChosenNames,
  onChange: Props['onChange'],
): FilterChip[] {
  const { period, range } = view;
  const days =
    period === 'custom' && range.from !== null && range.to !== null
      ? m.common_dateRange({ from: formatShortDate(range.from), to: formatShortDate(range.to) })
      : rangeLabels[period];
  const chips: (FilterChip | false)[] = [
    period !== 'all' && {
      key: 'days',
      label: days,
      onRemove: () => onChange({ period: 'all', range: { from: null, to: null } }),
    },
    view.person !== undefined && {
      key: 'person',
      label: m.audit_filters_doneByChip({ person: person?.name ?? view.person }),
      onRemove: () => onChange({ person: undefined }),
    },
    view.contractor !== undefined && {
      key: 'contractor',
      label: m.audit_filters_contractorChip({ contractor: contractor?.name ?? view.contractor }),
      onRemove: () => onChange({ contractor: undefined }),
    },
    view.kind !== '' && {
      key: 'kind',
      label: kindText(view.kind),
      onRemove: () => onChange({ kind: '' }),
    },
    view.search !== '' && {
      key: 'search',
      label: m.common_searchChip({ search: view.search }),
      onRemove: () => onChange({ search: '' }),
    },
  ];
  return chips.filter((chip) => chip !== false);
}
