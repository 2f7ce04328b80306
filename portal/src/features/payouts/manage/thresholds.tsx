import { useState } from 'react';
import { ActionIcon, Button, Input, NumberInput, TextInput } from '@mantine/core';
import type { PayoutSettings } from '@lintel/contract/payouts-settings';
import { IconPlus, IconTrash } from '../../../ui/icons.ts';
import classes from './manage.module.css';

type Threshold = PayoutSettings['thresholds'][number];
/** A row has no other name than the one it gets here: both of its values are being typed. */
type Row = Threshold & { key: number };

interface Props {
  thresholds: readonly Threshold[];
  mayChange: boolean;
  /** What is wrong, by the names of the server: `thresholds`, `thresholds.0.from`. */
  errors: Readonly<Record<string, string>>;
  onChange: (thresholds: Threshold[]) => void;
}

/** From which total on a W-9 is needed, each from its day on. */
export function Thresholds({ thresholds, mayChange, errors, onChange }: Props) {
  const [rows, show] = useState<Row[]>(() => thresholds.map((one, key) => ({ ...one, key })));
  const put = (next: Row[]): void => {
    show(next);
    onChange(next.map(({ from, amount }) => ({ from, amount })));
  };
  const change = (key: number, part: Partial<Threshold>): void =>
    put(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const add = (): void => {
    const last = rows.at(-1);
    put([...rows, { key: (last?.key ?? 0) + 1, from: '', amount: last?.amount ?? 0 }]);
  };
  return (
    <fieldset className={classes.thresholds}>
      <legend>A W-9 is needed from this total of a calendar year on</legend>
      {rows.map((row, index) => (
        <ThresholdRow
          key={row.key}
          row={row}
          name={`Threshold ${index + 1}`}
          mayChange={mayChange}
          errors={{
            from: errors[`thresholds.${index}.from`],
            amount: errors[`thresholds.${index}.amount`],
          }}
          onChange={(part) => change(row.key, part)}
          {...(rows.length > 1 && {
            onRemove: () => put(rows.filter(({ key }) => key !== row.key)),
          })}
        />
      ))}
      {errors['thresholds'] !== undefined && (
        <Input.Error role="alert">{errors['thresholds']}</Input.Error>
      )}
      {mayChange && (
        <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          Add a later one
        </Button>
      )}
    </fieldset>
  );
}

interface RowProps {
  row: Row;
  name: string;
  mayChange: boolean;
  errors: { from: string | undefined; amount: string | undefined };
  onChange: (part: Partial<Threshold>) => void;
  onRemove?: () => void;
}

const ThresholdRow = ({
  row: { from, amount },
  name,
  mayChange,
  errors,
  onChange,
  onRemove,
}: RowProps) => (
  <div>
    <TextInput
      type="date"
      aria-label={`${name} holds from`}
      value={from}
      error={errors.from}
      readOnly={!mayChange}
      onChange={(event) => onChange({ from: event.currentTarget.value })}
    />
    <NumberInput
      aria-label={`${name} in dollars`}
      value={amount}
      error={errors.amount}
      prefix="$"
      thousandSeparator=","
      min={1}
      decimalScale={2}
      readOnly={!mayChange}
      onChange={(value) => onChange({ amount: Number(value) })}
    />
    {mayChange && onRemove !== undefined && (
      <ActionIcon
        variant="subtle"
        color="red"
        size="lg"
        aria-label={`Remove ${name.toLowerCase()}`}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    )}
  </div>
);
