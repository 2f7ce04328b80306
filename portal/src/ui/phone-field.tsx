import { digitsIn, MaskedInput } from './masked-input.tsx';
import classes from './phone-field.module.css';

const digits = 10;

interface Props {
  label: string;
  /** From `useContractForm`. */
  field: { name: string; error: string | undefined; 'aria-invalid': boolean; onBlur: () => void };
  /** Only the digits. */
  value: string;
  onChange: (digits: string) => void;
  required?: boolean;
}

/** Digits in groups of 3, 3, and 4; more than ten stay unchanged, for the rule to reject. */
export function groupPhone(value: string): string {
  if (value.length > digits) return value;
  return [value.slice(0, 3), value.slice(3, 6), value.slice(6)].filter(Boolean).join('-');
}

/** The digits of a phone number without the United States country code. */
const nationalDigits = (typed: string): string => digitsIn(typed).replace(/^1(?=\d{10}$)/, '');

/** Ignores a key after the tenth digit; a pasted number that is too long stays and is rejected. */
const withoutExtraKey = (read: string, before: string): string =>
  before.length === digits && read.length === digits + 1 && read.startsWith(before) ? before : read;

/** A phone number of ten digits, in groups of 3, 3, and 4, with a count of digits. */
export function PhoneField({
  label,
  field: { name, error, 'aria-invalid': invalid, onBlur },
  value,
  onChange,
  required = false,
}: Props) {
  return (
    <MaskedInput
      value={value}
      show={groupPhone}
      read={(typed) => withoutExtraKey(nationalDigits(typed), value)}
      onChange={onChange}
      name={name}
      error={error}
      aria-invalid={invalid}
      onBlur={onBlur}
      label={label}
      required={required}
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      rightSection={<span className={classes.counter}>{`${value.length}/${digits}`}</span>}
      rightSectionWidth={56}
      rightSectionPointerEvents="none"
    />
  );
}
