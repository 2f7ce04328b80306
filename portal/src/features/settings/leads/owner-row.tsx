import { Checkbox, NumberInput } from '@mantine/core';
import classes from './leads.module.css';

interface Props {
  owner: { fullName: string; percent: number };
  ticked: boolean;
  /** Undefined when the owner is not ticked any more. */
  onChange(percent: number | undefined): void;
}

/** An owner with a share: a whole number of percents. Unticked it is nothing. */
export const OwnerRow = ({ owner: { fullName, percent }, ticked, onChange }: Props) => (
  <li>
    <Checkbox
      label={fullName}
      checked={ticked}
      onChange={(event) => onChange(event.currentTarget.checked ? 0 : undefined)}
    />
    <NumberInput
      className={classes.percent ?? ''}
      aria-label={`Percent of ${fullName}`}
      value={percent}
      onChange={(value) => onChange(Number(value) || 0)}
      disabled={!ticked}
      suffix="%"
      min={0}
      max={100}
      clampBehavior="strict"
      allowNegative={false}
      allowDecimal={false}
      allowLeadingZeros={false}
      isAllowed={({ value }) => value.length <= 3 && Number(value) <= 100}
      selectAllOnFocus
    />
  </li>
);
