import { useState } from 'react';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { minPartnerSearch, partnerPageSize } from '@lintel/contract/leads-constants';
import { partnersQuery } from './api/search-partners.ts';
import type { LeadForm } from './use-lead-form.ts';
import classes from './lead.module.css';

/** How long typing rests before the search starts, in milliseconds. */
const rest = 250;

/** The company that brought the lead, found by its name or id. */
export function PartnerField({ used, label }: { used: LeadForm; label: string }) {
  const { errors, setValue, field } = used;
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), rest);
  const found = useQuery(partnersQuery(asked));
  const searching = text.trim().length >= minPartnerSearch;
  const type = (typed: string): void => {
    setText(typed);
    setValue('partner', '');
    if (typed.trim().length >= minPartnerSearch) combobox.openDropdown();
    else combobox.closeDropdown();
  };
  const choose = (id: string): void => {
    setText(found.data?.data.find((one) => String(one.id) === id)?.companyName ?? '');
    setValue('partner', id);
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target>
        <TextInput
          label={label}
          required
          placeholder="Company name or contractor ID"
          description={searching ? undefined : `Type ${minPartnerSearch} characters or more.`}
          value={text}
          maxLength={250}
          onChange={(event) => type(event.currentTarget.value)}
          onClick={() => searching && combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown();
            field('partner').onBlur();
          }}
          error={errors['partner']}
          aria-invalid={errors['partner'] !== undefined}
          autoComplete="off"
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!searching}>
        <Choices found={found} waiting={asked !== text.trim()} />
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface ChoicesProps {
  found: { data?: { data: { id: number; companyName: string }[]; total: number } | undefined; isError: boolean };
  waiting: boolean;
}

function Choices({ found: { data, isError }, waiting }: ChoicesProps) {
  if (isError) return <Combobox.Empty>The companies could not be loaded.</Combobox.Empty>;
  if (data === undefined || waiting) return <Combobox.Empty>Searching…</Combobox.Empty>;
  if (data.total === 0) return <Combobox.Empty>Nothing found...</Combobox.Empty>;
  return (
    <>
      {data.total > partnerPageSize && (
        <Combobox.Header role="status">Too many results. Refine your search criteria.</Combobox.Header>
      )}
      <Combobox.Options mah={200} className={classes.options ?? ''} aria-label="Companies">
        {data.data.map(({ id, companyName }) => (
          <Combobox.Option key={id} value={String(id)}>
            {companyName} <span className={classes.quiet}>{id}</span>
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </>
  );
}
