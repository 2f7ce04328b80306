import { Checkbox, Chip, Group, TextInput } from '@mantine/core';
import * as m from '#messages';
import type { UsedLenderForm } from './use-lender-form.ts';
import classes from './lenders.module.css';

const days = [
  m.lenders_day_monday(),
  m.lenders_day_tuesday(),
  m.lenders_day_wednesday(),
  m.lenders_day_thursday(),
  m.lenders_day_friday(),
  m.lenders_day_saturday(),
  m.lenders_day_sunday(),
];
const usual = { days: [1, 2, 3, 4, 5], from: '08:00', until: '18:00' };

/** When the lender takes applications. */
export function HoursField({ used: { values, errors, setValue } }: { used: UsedLenderForm }) {
  const { hours } = values;
  return (
    <div className={classes.wide}>
      <Checkbox
        label={m.lenders_hours_limited()}
        description={m.lenders_hoursHelp()}
        checked={hours !== null}
        onChange={({ currentTarget }) => setValue('hours', currentTarget.checked ? usual : null)}
      />
      {hours !== null && (
        <>
          <Chip.Group
            multiple
            value={hours.days.map(String)}
            onChange={(chosen) => setValue('hours', { ...hours, days: chosen.map(Number) })}
          >
            <Group gap="xs" mt="sm" role="group" aria-label={m.lenders_hours_days()}>
              {days.map((day, index) => (
                <Chip key={day} value={String(index + 1)}>
                  {day}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <Group gap="md" mt="sm" align="start">
            {(['from', 'until'] as const).map((end) => (
              <TextInput
                key={end}
                type="time"
                label={end === 'from' ? m.lenders_hours_from() : m.lenders_hours_until()}
                value={hours[end]}
                error={errors[`hours.${end}`]}
                onChange={({ currentTarget }) =>
                  setValue('hours', { ...hours, [end]: currentTarget.value })
                }
              />
            ))}
          </Group>
          {errors['hours.days'] !== undefined && (
            <p className={classes.error} role="alert">
              {errors['hours.days']}
            </p>
          )}
        </>
      )}
    </div>
  );
}
