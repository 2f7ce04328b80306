import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import * as m from '#messages';
import { namesQuery } from './audit-view.ts';
import classes from './audit.module.css';

interface Props {
  list: 'people' | 'contractors';
  label: string;
  placeholder: string;
  /** The chosen name, once loaded. */
  chosen: { id: number; name: string } | null;
  value: number | undefined;
  onChange(id: number | undefined): void;
}

/** A person or contractor picker with server search. */
export function NameField({ list, label, placeholder, chosen, value, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), 250);
  // The field writes the chosen name itself; that is not a search.
  const search = words === chosen?.name ? '' : words;
  const found = useQuery(namesQuery(list, search));
  const names = search.length < 2 ? [] : (found.data?.data ?? []);
  const isThere = names.some(({ id }) => id === value);
  const own =
    value === undefined || isThere ? [] : [{ id: value, name: chosenName(chosen, value) }];
  const notes = new Map(names.map(({ id, note }) => [String(id), note]));
  return (
    <Select
      label={label}
      placeholder={placeholder}
      data={[...own, ...names].map(({ id, name }) => ({ value: String(id), label: name || '–' }))}
      value={value === undefined ? null : String(value)}
      onChange={(id) => onChange(id === null ? undefined : Number(id))}
      searchable
      clearable
      onSearchChange={setTyped}
      // The server has already filtered, by more than the name.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <span className={classes.option}>
          {option.label}
          <span className={classes.quiet}>{notes.get(option.value)}</span>
        </span>
      )}
      nothingFoundMessage={
        search.length < 2
          ? m.audit_person_typeTwo()
          : found.isFetching
            ? m.common_searching()
            : m.common_noOneFound()
      }
      w={190}
    />
  );
}

const chosenName = (chosen: Props['chosen'], value: number): string =>
  chosen?.id === value && chosen.name !== '' ? chosen.name : String(value);
