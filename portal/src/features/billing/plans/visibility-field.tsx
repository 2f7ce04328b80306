import { Radio, Stack } from '@mantine/core';
import * as m from '#messages';
import { planVisibilities, type PlanVisibility } from '@lintel/contract/billing/plans-constants';
import type { Tone } from '../../../theme.ts';
import type { PlanFormState } from './use-plan-form.ts';
import classes from './plans.module.css';

export const visibilityNames: Record<PlanVisibility, string> = {
  public: m.billing_plan_public(),
  hidden: m.billing_plan_hidden(),
  archived: m.common_archived(),
};
export const visibilityTones: Record<PlanVisibility, Tone> = {
  public: 'green',
  hidden: 'blue',
  archived: 'grey',
};

const words: Record<PlanVisibility, string> = {
  public: m.billing_plan_publicHelp(),
  hidden: m.billing_plan_hiddenHelp(),
  archived: m.billing_plan_archivedHelp(),
};

/** Which contractors are offered the plan. */
export function VisibilityField({ used: { values, errors, setValue } }: { used: PlanFormState }) {
  return (
    <Radio.Group
      label={m.billing_plan_availability()}
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
                ? m.billing_plan_testNotPublic()
                : words[one]
            }
            disabled={one === 'public' && values.tier === 'Test' && values.visibility !== 'public'}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
