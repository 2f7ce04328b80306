import { Combobox, InputBase, useCombobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PlanChoice } from '@lintel/contract/contractors-edit';
import { IconSelector } from '../../../ui/icons.ts';
import { plansQuery } from '../api/find-plans.ts';
import { PlanName } from './plan-name.tsx';
import { PlanSearch } from './plan-search.tsx';
import type { UsedEditForm } from './use-edit-form.ts';
import classes from './edit.module.css';

/** The plan, with a search for another one behind it. */
export function PlanField({ used }: { used: UsedEditForm }) {
  const { values, errors, setValue, field, base } = used;
  const combobox = useCombobox({
    onDropdownClose: () => combobox.resetSelectedOption(),
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const all = useQuery(plansQuery(''));
  const plan =
    all.data?.find(({ id }) => String(id) === values.plan) ??
    planOf(base.contractor.plan, values.plan);
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
          {plan ? <PlanName plan={plan} /> : <span className={classes.quiet}>Choose a plan</span>}
        </InputBase>
      </Combobox.Target>
      <Combobox.Dropdown>
        <PlanSearch />
      </Combobox.Dropdown>
    </Combobox>
  );
}

const planOf = (
  plan: { id: number; name: string; tier: PlanChoice['tier'] } | null,
  chosen: string,
) => (plan !== null && String(plan.id) === chosen ? plan : undefined);
