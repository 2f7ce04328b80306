import { useEffect, useState } from 'react';
import { Button, Combobox, InputBase, SegmentedControl, Select, useCombobox } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { choosePlan, PlanChoice, readTeamLimit } from '@lintel/contract/contractors/edit';
import { maxTeamSize, minPlanSearch } from '@lintel/contract/contractors/manage-constants';
import { call } from '../../../lib/api/call.ts';
import { showToast } from '../../../lib/toast.ts';
import { IconSelector } from '../../../ui/icons.ts';
import { contractorsKey } from '../requests.ts';
import type { EditFormState } from './use-edit-form.ts';
import classes from './edit.module.css';

const getPlans = call<typeof choosePlan>(
  { method: 'GET', path: '/manage/contractor-plans' },
  { handles: [500] },
);

/**
 * The plans to choose from; a search returns the plans of contractors that match by company name or
 * id.
 */
const plansQuery = (searchText: string) =>
  queryOptions({
    queryKey: [...contractorsKey, 'plans', searchText],
    queryFn: ({ signal }) =>
      getPlans({ query: { searchText } }, { signal }).then(({ data }) => data),
  });

/** The dialog shows every failure the same way. */
const getLimit = call<typeof readTeamLimit>(
  { method: 'GET', path: '/manage/contractor/{id}/team/max' },
  { handles: [400, 403, 404, 422, 429, 500, 503] },
);

/** A contractor's number of team users with a plan, and the tier's number. */
const teamLimitQuery = (id: number, plan: number | null) =>
  queryOptions({
    queryKey: [...contractorsKey, 'team-limit', id, plan],
    queryFn: ({ signal }) =>
      getLimit({ params: { id }, query: plan === null ? {} : { plan } }, { signal }),
    retry: false,
  });

/** The plan, with a search by contractor. */
export function PlanField({ used }: { used: EditFormState }) {
  const { values, errors, setValue, field, stored } = used;
  const combobox = useCombobox({
    onDropdownClose: () => combobox.resetSelectedOption(),
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const all = useQuery(plansQuery(''));
  const plan =
    all.data?.find(({ id }) => String(id) === values.plan) ??
    findPlan(stored.contractor.plan, values.plan);
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
          label={m.common_plan()}
          required
          pointer
          error={errors['plan']}
          aria-invalid={errors['plan'] !== undefined}
          rightSection={<IconSelector size={16} aria-hidden />}
          rightSectionPointerEvents="none"
          onClick={() => combobox.toggleDropdown()}
          onBlur={field('plan').onBlur}
        >
          {plan ? (
            <PlanName plan={plan} />
          ) : (
            <span className={classes.quiet}>{m.common_choosePlan()}</span>
          )}
        </InputBase>
      </Combobox.Target>
      <Combobox.Dropdown>
        <PlanSearch />
      </Combobox.Dropdown>
    </Combobox>
  );
}

const findPlan = (
  plan: { id: number; name: string; tier: PlanChoice['tier'] } | null,
  chosen: string,
) => (plan !== null && String(plan.id) === chosen ? plan : undefined);

const sizes = Array.from({ length: maxTeamSize + 1 }, (_one, size) => String(size));

/** The number of team users: the tier's (Auto), or the contractor's own (Manual). */
export function TeamSizeField({ used, readOnly }: { used: EditFormState; readOnly: boolean }) {
  const { values, errors, setValue, stored } = used;
  const tier = useTierLimit(stored.contractor.id, values.plan);
  const isAuto = values.mode === 'Auto';
  const choose = (mode: string): void => {
    setValue('mode', mode === 'Auto' ? 'Auto' : 'Manual');
    // Auto resets the number; Manual starts from it.
    if (tier !== null) setValue('size', String(tier));
  };
  const shown = isAuto ? (tier === null ? null : String(tier)) : values.size;
  return (
    <fieldset className={classes.team}>
      <legend>{m.contractors_edit_multipleUsers()}</legend>
      <SegmentedControl
        aria-label={m.contractors_plan_usersMode()}
        data={[
          { value: 'Auto', label: m.contractors_plan_auto() },
          { value: 'Manual', label: m.contractors_plan_manual() },
        ]}
        value={values.mode}
        onChange={choose}
        disabled={readOnly}
      />
      <Select
        aria-label={m.contractors_plan_usersCount()}
        data={shown !== null && !sizes.includes(shown) ? [...sizes, shown] : sizes}
        value={shown}
        onChange={(size) => setValue('size', size ?? '0')}
        disabled={isAuto || readOnly}
        error={errors['size']}
        placeholder="–"
        w={96}
      />
      <span className={classes.quiet}>
        {isAuto ? m.contractors_plan_usersFromTier() : m.contractors_plan_usersManual()}
      </span>
    </fieldset>
  );
}

/** The number of the chosen plan's tier; null while unknown. */
function useTierLimit(contractorId: number, plan: string): number | null {
  const limit = useQuery(teamLimitQuery(contractorId, plan === '' ? null : Number(plan)));
  const { isError } = limit;
  useEffect(() => {
    if (isError) showToast(m.common_error_title(), 'danger', false, 'team-limit');
  }, [isError]);
  return limit.data?.data.tierMaxTeamUsers ?? null;
}

/**
 * The dropdown of the plan's field: typing filters all plans; the button searches the plans of
 * other contractors.
 */
function PlanSearch() {
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  return (
    <>
      <div className={classes.search}>
        <Combobox.Search
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          placeholder={m.contractors_plan_searchPlaceholder()}
          aria-label={m.contractors_plan_search()}
          maxLength={250}
        />
        <Button
          size="xs"
          disabled={text.trim().length < minPlanSearch}
          onClick={() => setSearch(text.trim())}
        >
          {m.common_search()}
        </Button>
      </div>
      <Choices text={text.trim()} search={search} />
    </>
  );
}

/** The search results while the field is unchanged; else all plans that match its text. */
function Choices({ text, search }: { text: string; search: string }) {
  const searched = search !== '' && search === text;
  const list = useQuery(plansQuery(searched ? search : ''));
  const words = text.toLowerCase();
  const shown = (list.data ?? []).filter(
    ({ name, tier }) => searched || `${name} ${tier}`.toLowerCase().includes(words),
  );
  return (
    <Combobox.Options mah={260} className={classes.options ?? ''} aria-label={m.common_plans()}>
      {shown.map((choice) => (
        <Combobox.Option key={choiceKey(choice)} value={choiceKey(choice)}>
          <PlanName plan={choice} />
          {choice.contractor && (
            <span className={classes.holder}>
              {choice.contractor.companyName} · {choice.contractor.id}
            </span>
          )}
        </Combobox.Option>
      ))}
      {shown.length === 0 && (
        <Combobox.Empty>{emptyText(list.isPending, list.isError, searched)}</Combobox.Empty>
      )}
    </Combobox.Options>
  );
}

/** Several contractors can share a plan. */
const choiceKey = ({ id, contractor }: PlanChoice): string => `${id}:${contractor?.id ?? ''}`;

function emptyText(pending: boolean, failed: boolean, searched: boolean): string {
  if (pending) return m.common_loading();
  if (failed) return m.contractors_plan_loadFailed();
  return searched ? m.contractors_plan_noContractor() : m.contractors_plan_noMatches();
}

/** A plan's name, with its tier if that is different. */
const PlanName = ({ plan: { name, tier } }: { plan: Pick<PlanChoice, 'name' | 'tier'> }) => (
  <>
    {name} {tier !== name && <span className={classes.quiet}>{tier}</span>}
  </>
);
