import { Radio, Stack } from '@mantine/core';
import * as m from '#messages';
import { planVisibilities, type PlanVisibility } from '@lintel/contract/billing/plans-constants';
import type { Tone } from '../../../theme.ts';
import type { UsedPlanForm } from './use-plan-form.ts';
import classes from './plans.module.css';

export const visibilityNames: Record<PlanVisibility, string> = {
  public: m.billing_public(),
  hidden: m.billing_hidden(),
  archived: m.billing_archived(),
};
export const visibilityTones: Record<PlanVisibility, Tone> = {
  public: 'green',
  hidden: 'blue',
  archived: 'grey',
};

const words: Record<PlanVisibility, string> = {
  public: m.billing_anyone_can_sign_up_for(),
  hidden: m.billing_it_is_not_on_the(),
  archived: m.billing_no_one_new_can_get(),
};

/** Who is offered the plan. */
export function VisibilityField({ used: { values, errors, setValue } }: { used: UsedPlanForm }) {
  return (
    <Radio.Group
      label={m.billing_availability()}
      className={classes.wide ?? ''}
      value={values.visibility}
      error={errors['visibility']}
      onChange={(chosen) =>
        setValue('visibility', planVisibilities.find((one) => one === chosen) ?? 'hidden')
      }
    >
      <Stack gap="xs" mt={6}>
        {planVisibilities.map((one) => (
          <Radio
            key={one}
            value={one}
            label={visibilityNames[one]}
            description={
              one === 'public' && values.tier === 'Test'
                ? m.billing_a_plan_of_the_tier()
                : words[one]
            }
            disabled={one === 'public' && values.tier === 'Test' && values.visibility !== 'public'}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
