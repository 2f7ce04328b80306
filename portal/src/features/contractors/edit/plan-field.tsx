import { useState } from 'react';
import { Button, Combobox, InputBase, useCombobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PlanChoice } from '@lintel/contract/contractors-edit';
import { minPlanSearch } from '@lintel/contract/contractors-manage-constants';
import { IconSelector } from '../../../ui/icons.ts';
import { plansQuery } from '../api/find-plans.ts';
import type { UsedEditForm } from './use-edit-form.ts';
import classes from './edit.module.css';

/** The plan: typed words narrow the list of all plans; the button finds the plans that other contractors have. */
export function PlanField({ used }: { used: UsedEditForm }) {
  const { values, errors, setValue, field, base } = used;
  const combobox = useCombobox({
    onDropdownClose: () => combobox.resetSelectedOption(),
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const all = useQuery(plansQuery(''));
  const plan = all.data?.find(({ id }) => String(id) === values.plan) ?? planOf(base.contractor.plan, values.plan);
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(option) => {
        setValue('plan', option.split(':')[0] ?? '');
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target targetType="button">
        <InputBase
          component="button"
          type="button"
          label="Plan"
          required
          pointer
          error={errors['plan']}
          aria-invalid={errors['plan'] !== undefined}
          rightSection={<IconSelector size={16} aria-hidden />}
          rightSectionPointerEvents="none"
          onClick={() => combobox.toggleDropdown()}
          onBlur={field('plan').onBlur}
        >
          {plan ? <Plan plan={plan} /> : <span className={classes.quiet}>Choose a plan</span>}
        </InputBase>
      </Combobox.Target>
      <Combobox.Dropdown>
        <div className={classes.search}>
          <Combobox.Search
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            placeholder="Plan, company name or contractor ID"
            aria-label="Find a plan"
            maxLength={250}
          />
          <Button size="xs" disabled={text.trim().length < minPlanSearch} onClick={() => setAsked(text.trim())}>
            Search
          </Button>
        </div>
        <Choices text={text.trim()} asked={asked} />
      </Combobox.Dropdown>
    </Combobox>
  );
}

const planOf = (plan: { id: number; name: string; tier: PlanChoice['tier'] } | null, chosen: string) =>
  plan !== null && String(plan.id) === chosen ? plan : undefined;

const Plan = ({ plan: { name, tier } }: { plan: Pick<PlanChoice, 'name' | 'tier'> }) => (
  <>
    {name} <span className={classes.quiet}>{tier}</span>
  </>
);

/** What was searched for, as long as it stands in the field; else all plans with these words. */
function Choices({ text, asked }: { text: string; asked: string }) {
  const searched = asked !== '' && asked === text;
  const list = useQuery(plansQuery(searched ? asked : ''));
  const words = text.toLowerCase();
  const shown = (list.data ?? []).filter(({ name, tier }) => searched || `${name} ${tier}`.toLowerCase().includes(words));
  return (
    <Combobox.Options mah={260} className={classes.options ?? ''} aria-label="Plans">
      {shown.map((choice) => (
        <Combobox.Option key={keyOf(choice)} value={keyOf(choice)}>
          <Plan plan={choice} />
          {choice.contractor && (
            <span className={classes.holder}>
              {choice.contractor.companyName} · {choice.contractor.id}
            </span>
          )}
        </Combobox.Option>
      ))}
      {shown.length === 0 && <Combobox.Empty>{emptyText(list.isPending, list.isError, searched)}</Combobox.Empty>}
    </Combobox.Options>
  );
}

/** Several contractors may have one plan. */
const keyOf = ({ id, contractor }: PlanChoice): string => `${id}:${contractor?.id ?? ''}`;

function emptyText(pending: boolean, failed: boolean, searched: boolean): string {
  if (pending) return 'Loading…';
  if (failed) return 'The plans could not be loaded.';
  return searched
    ? 'No contractor with a plan was found.'
    : 'No plan has these words. Search finds plans by company name or contractor ID.';
}
