import { useRef, type FocusEvent } from 'react';
import { TextInput, type TextInputProps } from '@mantine/core';
import { fixedDecimal, readDecimal, shortDecimal } from '@lintel/contract/core/numbers';

interface NumberLook {
  prefix?: string;
  suffix?: string;
  /** The number of decimals, 2 by default. */
  places?: number;
  /** Shows all decimals: `$89.90`. */
  fixed?: boolean;
}

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'defaultValue'> {
  value: string;
  onChange: (typed: string) => void;
  look?: NumberLook | undefined;
}

/** Formats a number; text that isn't a number, or has more decimals, stays unchanged. */
export function normalizeNumber(
  typed: string,
  { prefix = '', suffix = '', places = 2, fixed = false }: NumberLook = {},
): string {
  const value = readDecimal(typed, places);
  if (value === null || !Number.isSafeInteger(value)) return typed;
  const digits = (fixed ? fixedDecimal : shortDecimal)(Math.abs(value), places);
  return `${value < 0 ? '-' : ''}${prefix}${digits}${suffix}`;
}

/**
 * A number input. It is formatted on blur and never before: a key that arrives while the text is
 * being rewritten would land in the wrong place. The contract's rules validate it.
 */
export function NumberField({ value, onChange, look, onBlur, ...input }: Props) {
  const enters = useRef(false);
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...input}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        const typed = event.currentTarget.value;
        const settled = normalizeNumber(typed, look);
        if (settled !== typed) onChange(settled);
        onBlur?.(event);
      }}
      onMouseDown={({ currentTarget }) => {
        enters.current = document.activeElement !== currentTarget;
      }}
      onClick={({ currentTarget }) => {
        // The first click selects the number, as the Tab key does.
        if (enters.current && currentTarget.selectionStart === currentTarget.selectionEnd)
          currentTarget.select();
      }}
    />
  );
}

/** The format of amounts after blur. */
export const moneyLook: NumberLook = { prefix: '$', fixed: true };
export const percentLook: NumberLook = { suffix: '%' };
