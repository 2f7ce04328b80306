import { Group, Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import * as m from '#messages';
import { rangeLabels, dateRange, type DateRange, type RangeOption } from '../lib/date-ranges.ts';

interface Props {
  options: readonly RangeOption[];
  option: RangeOption;
  range: DateRange;
  onChange: (option: RangeOption, range: DateRange) => void;
  /** The first and last day of a custom range, `yyyy-mm-dd`. */
  min?: string;
  max?: string;
  label?: string;
}

/** A named range, or two custom days. */
export function DateRangePicker({
  options,
  option,
  range,
  onChange,
  min,
  max,
  label = m.common_date(),
}: Props) {
  const choose = (next: RangeOption): void => onChange(next, dateRange(next, new Date()));
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label={label}
        data={options.map((value) => ({ value, label: rangeLabels[value] }))}
        value={option}
        onChange={(value) => value !== null && choose(value)}
        w={180}
      />
      {option === 'custom' && (
        <DatePickerInput
          type="range"
          label={m.common_days()}
          size="sm"
          valueFormat="MM/DD/YYYY"
          value={[range.from, range.to]}
          onChange={([from, to]) => onChange('custom', { from, to })}
          {...(min !== undefined && { minDate: min })}
          {...(max !== undefined && { maxDate: max })}
          allowSingleDateInRange
          w={250}
        />
      )}
    </Group>
  );
}
