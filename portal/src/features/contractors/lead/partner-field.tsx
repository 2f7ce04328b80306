import { Combobox, TextInput } from '@mantine/core';
import { minPartnerSearch, partnerPageSize } from '@lintel/contract/leads-constants';
import type { LeadForm } from './use-lead-form.ts';
import { usePartnerSearch } from './use-partner-search.ts';
import classes from './lead.module.css';

/** The company that brought the lead, found by its name or id. */
export function PartnerField({ used, label }: { used: LeadForm; label: string }) {
  const { errors, field } = used;
  const { combobox, text, found, searching, waiting, type, choose } = usePartnerSearch(used);
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
        <Choices found={found} waiting={waiting} />
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface ChoicesProps {
  found: {
    data?: { data: { id: number; companyName: string }[]; total: number } | undefined;
    isError: boolean;
  };
  waiting: boolean;
}

function Choices({ found: { data, isError }, waiting }: ChoicesProps) {
  if (isError) return <Combobox.Empty>The companies could not be loaded.</Combobox.Empty>;
  if (data === undefined || waiting) return <Combobox.Empty>Searching…</Combobox.Empty>;
  if (data.total === 0) return <Combobox.Empty>Nothing found...</Combobox.Empty>;
  return (
    <>
      {data.total > partnerPageSize && (
        <Combobox.Header role="status">
          Too many results. Refine your search criteria.
        </Combobox.Header>
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
