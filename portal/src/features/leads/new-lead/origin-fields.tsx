import { useState } from 'react';
import { Checkbox, Combobox, Group, Radio, Select, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { searchPartners } from '@lintel/contract/leads/lead';
import { minPartnerSearch, partnerPageSize, programs } from '@lintel/contract/leads/constants';
import { call } from '../../../lib/api/call.ts';
import type { LeadChoices } from './lead-choices.ts';
import type { LeadForm } from './use-lead-form.ts';
import classes from './new-lead.module.css';

const getPartners = call<typeof searchPartners>(
  { method: 'GET', path: '/manage/partners' },
  { handles: [500] },
);

/** Contractors by company name or id; requires three characters. */
const partnersQuery = (searchText: string) =>
  queryOptions({
    queryKey: ['partners', searchText],
    queryFn: ({ signal }) =>
      getPartners(
        { query: { page: 1, limit: partnerPageSize, order: '+companyName', searchText } },
        { signal },
      ),
    enabled: searchText.length >= minPartnerSearch,
  });

/** The search debounce in milliseconds. */
const rest = 250;

const isLongEnough = (text: string): boolean => text.trim().length >= minPartnerSearch;

/**
 * The partner search. Typing clears the selected partner. `waiting` until the results match the
 * typed text.
 */
function usePartnerSearch({ setValue }: Pick<LeadForm, 'setValue'>) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), rest);
  const found = useQuery(partnersQuery(search));
  const type = (typed: string): void => {
    setText(typed);
    setValue('partner', '');
    if (isLongEnough(typed)) combobox.openDropdown();
    else combobox.closeDropdown();
  };
  const choose = (id: string): void => {
    setText(found.data?.data.find((one) => String(one.id) === id)?.companyName ?? '');
    setValue('partner', id);
    combobox.closeDropdown();
  };
  return {
    combobox,
    text,
    found,
    searching: isLongEnough(text),
    waiting: search !== text.trim(),
    type,
    choose,
  };
}

interface Props {
  used: LeadForm;
  choices: LeadChoices;
}

/** The lead's source and owner. */
export function OriginFields({ used, choices }: Props) {
  const { values, choice } = used;
  const program = programs.find(({ value }) => value === values.program);
  return (
    <>
      <Select
        {...choice('leadSource')}
        label={m.leads_source()}
        data={choices.sources}
        required
        searchable
        nothingFoundMessage={m.leads_newLead_noSource()}
      />
      <Select
        {...choice('leadFirstTouch')}
        label={m.leads_newLead_firstTouch()}
        data={choices.touches}
        clearable
        searchable
        nothingFoundMessage={m.leads_newLead_noFirstTouch()}
      />
      <ProgramField used={used} />
      {program && program.value !== '0' && (
        <div className={classes.wide}>
          <PartnerField key={program.value} used={used} label={program.label} />
        </div>
      )}
      <OwnerField used={used} owners={choices.owners} />
    </>
  );
}

/** Changing the program clears the partner. */
const ProgramField = ({ used: { values, chooseProgram } }: { used: LeadForm }) => (
  <Radio.Group
    className={classes.wide ?? ''}
    label={m.leads_newLead_program()}
    value={values.program}
    onChange={chooseProgram}
  >
    <Group gap="lg" mt={4}>
      {programs.map(({ value, label }) => (
        <Radio key={value} value={value} label={label} />
      ))}
    </Group>
  </Radio.Group>
);

/** The owner is empty while the distribution assigns it, and reappears when that is unticked. */
function OwnerField({ used, owners }: { used: LeadForm; owners: LeadChoices['owners'] }) {
  const { values, setValue, choice } = used;
  const owner = choice('owner');
  return (
    <>
      <Select
        {...owner}
        label={m.leads_owner()}
        data={owners}
        value={values.isAssignOwner ? null : owner.value}
        disabled={values.isAssignOwner}
        placeholder={values.isAssignOwner ? m.leads_newLead_byDistribution() : m.common_noOne()}
        clearable
      />
      <Checkbox
        className={classes.assign ?? ''}
        label={m.leads_newLead_assignOwner()}
        name="isAssignOwner"
        checked={values.isAssignOwner}
        onChange={(event) => setValue('isAssignOwner', event.currentTarget.checked)}
      />
    </>
  );
}

/** The company that referred the lead, found by name or id. */
function PartnerField({ used, label }: { used: LeadForm; label: string }) {
  const { errors, field } = used;
  const { combobox, text, found, searching, waiting, type, choose } = usePartnerSearch(used);
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target>
        <TextInput
          label={label}
          required
          placeholder={m.leads_newLead_partnerPlaceholder()}
          description={searching ? undefined : m.leads_newLead_partnerMinimum({ minPartnerSearch })}
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
  if (isError) return <Combobox.Empty>{m.leads_newLead_partnersFailed()}</Combobox.Empty>;
  if (data === undefined || waiting) return <Combobox.Empty>{m.common_searching()}</Combobox.Empty>;
  if (data.total === 0) return <Combobox.Empty>{m.leads_newLead_nothingFound()}</Combobox.Empty>;
  return (
    <>
      {data.total > partnerPageSize && (
        <Combobox.Header role="status">{m.leads_newLead_tooMany()}</Combobox.Header>
      )}
      <Combobox.Options
        mah={200}
        className={classes.options ?? ''}
        aria-label={m.leads_newLead_partners()}
      >
        {data.data.map(({ id, companyName }) => (
          <Combobox.Option key={id} value={String(id)}>
            {companyName} <span className={classes.quiet}>{id}</span>
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </>
  );
}
