import { useEffect } from 'react';
import { SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { maxTeamSize } from '@lintel/contract/contractors-manage-constants';
import { showToast } from '../../../lib/toast.ts';
import { teamLimitQuery } from '../api/get-team-limit.ts';
import type { UsedEditForm } from './use-edit-form.ts';
import classes from './edit.module.css';

const sizes = Array.from({ length: maxTeamSize + 1 }, (_one, size) => String(size));

/** How many team users: the tier's number (Auto), or the contractor's own (Manual). */
export function TeamSizeField({ used, readOnly }: { used: UsedEditForm; readOnly: boolean }) {
  const { values, errors, setValue, base } = used;
  const tier = useTierLimit(base.contractor.id, values.plan);
  const isAuto = values.mode === 'Auto';
  const choose = (mode: string): void => {
    setValue('mode', mode === 'Auto' ? 'Auto' : 'Manual');
    // Auto resets the number; Manual starts from it.
    if (tier !== null) setValue('size', String(tier));
  };
  const shown = isAuto ? (tier === null ? null : String(tier)) : values.size;
  return (
    <fieldset className={classes.team}>
      <legend>Multiple users</legend>
      <SegmentedControl
        aria-label="Multiple users mode"
        data={['Auto', 'Manual']}
        value={values.mode}
        onChange={choose}
        disabled={readOnly}
      />
      <Select
        aria-label="Number of users"
        data={shown !== null && !sizes.includes(shown) ? [...sizes, shown] : sizes}
        value={shown}
        onChange={(size) => setValue('size', size ?? '0')}
        disabled={isAuto || readOnly}
        error={errors['size']}
        placeholder="–"
        w={96}
      />
      <span className={classes.quiet}>
        {isAuto ? "The number of the plan's tier." : 'Only for this contractor.'}
      </span>
    </fieldset>
  );
}

/** The number of the chosen plan's tier; null while it is not known. */
function useTierLimit(contractorId: number, plan: string): number | null {
  const limit = useQuery(teamLimitQuery(contractorId, plan === '' ? null : Number(plan)));
  const { isError } = limit;
  useEffect(() => {
    if (isError) showToast('Something wrong', 'danger', false, 'team-limit');
  }, [isError]);
  return limit.data?.data.tierMaxTeamUsers ?? null;
}
