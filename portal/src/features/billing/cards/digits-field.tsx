import { TextInput, type TextInputProps } from '@mantine/core';
import { NumberFormatBase } from 'react-number-format';

type Look = Pick<
  TextInputProps,
  'label' | 'placeholder' | 'rightSection' | 'rightSectionWidth' | 'autoComplete'
>;

interface Props extends Look {
  /** Of `useContractForm`. */
  field: { name: string; error: string | undefined; 'aria-invalid': boolean; onBlur: () => void };
  /** The digits alone. */
  value: string;
  onChange: (digits: string) => void;
  max: number;
  /** How so many digits are shown; as they are when nothing is said. */
  show?: (digits: string) => string;
  /** The digits of what was typed, pasted or filled in by the browser. */
  read?: (text: string) => string;
}

const asTheyAre = (digits: string): string => digits;
const digitsAlone = (text: string): string => text.replace(/\D/g, '');

/** A few digits, typed on the keyboard of digits. */
export const DigitsField = ({
  field,
  value,
  onChange,
  max,
  show = asTheyAre,
  read = digitsAlone,
  ...look
}: Props) => (
  <NumberFormatBase
    customInput={TextInput}
    required
    type="text"
    inputMode="numeric"
    {...look}
    {...field}
    format={show}
    removeFormatting={(text) => read(text).slice(0, max)}
    valueIsNumericString
    value={value}
    onValueChange={({ value: typed }, { event }) => event !== undefined && onChange(typed)}
  />
);
