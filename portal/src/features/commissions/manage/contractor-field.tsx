import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import * as m from '#messages';
import { contractorsQuery } from './requests.ts';

export interface ChosenContractor {
  id: number;
  name: string;
}

interface Props {
  value: ChosenContractor | null;
  error: string | undefined;
  onChange(contractor: ChosenContractor | null): void;
}

/** A contractor picker with server search. */
export function ContractorField({ value, error, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), 250);
  // The field writes the chosen name itself; that is not a search.
  const search = words === value?.name ? '' : words;
  const found = useQuery(contractorsQuery(search));
  const names = search.length < 2 ? [] : (found.data?.data ?? []);
  const all = value === null || names.some(({ id }) => id === value.id) ? names : [value, ...names];
  return (
    <Select
      label={m.common_contractor()}
      placeholder={m.commissions_adjust_contractorPlaceholder()}
      data={all.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value.id)}
      error={error}
      onChange={(id) => onChange(all.find((one) => String(one.id) === id) ?? null)}
      searchable
      clearable
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={
        search.length < 2
          ? m.audit_person_typeTwo()
          : found.isFetching
            ? m.common_searching()
            : m.common_noOneFound()
      }
    />
  );
}
