import { Radio, Stack } from '@mantine/core';
import { planVisibilities, type PlanVisibility } from '@lintel/contract/billing/plans-constants';
import type { Tone } from '../../../theme.ts';
import type { UsedPlanForm } from './use-plan-form.ts';
import classes from './plans.module.css';

export const visibilityNames: Record<PlanVisibility, string> = {
  public: 'Public',
  hidden: 'Hidden',
  archived: 'Archived',
};
export const visibilityTones: Record<PlanVisibility, Tone> = {
  public: 'green',
  hidden: 'blue',
  archived: 'grey',
};

const words: Record<PlanVisibility, string> = {
  public: 'Anyone can sign up for it at /get-started as soon as you save.',
  hidden: 'It is not on the sign-up page. You can give it to a contractor.',
  archived: 'No one new can get it. Contractors who have it keep it and keep paying.',
};

/** Who is offered the plan. */
export function VisibilityField({ used: { values, errors, setValue } }: { used: UsedPlanForm }) {
  return (
    <Radio.Group
      label="Availability"
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
                ? 'A plan of the tier Test cannot be public.'
                : words[one]
            }
            disabled={one === 'public' && values.tier === 'Test' && values.visibility !== 'public'}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
