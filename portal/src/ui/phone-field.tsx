import type { ClipboardEvent } from 'react';
import { TextInput } from '@mantine/core';
import { PatternFormat } from 'react-number-format';
import classes from './phone-field.module.css';

const digits = 10;

interface Props {
  label: string;
  /** Of `useContractForm`. */
  field: { name: string; error: string | undefined; 'aria-invalid': boolean; onBlur: () => void };
  /** The digits alone. */
  value: string;
  onChange: (digits: string) => void;
  required?: boolean;
}

/** A phone number of ten digits, in groups of 3, 3 and 4, with a count of those that are there. */
export function PhoneField({
  label,
  field: { name, error, 'aria-invalid': invalid, onBlur },
  value,
  onChange,
  required = false,
}: Props) {
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text').replace(/\D/g, '');
    if (pasted.length !== digits + 1 || !pasted.startsWith('1')) return;
    // The country's own code, which the mask would take for the first digit.
    event.preventDefault();
    onChange(pasted.slice(1));
  };
  return (
    <PatternFormat
      customInput={TextInput}
      format="###-###-####"
      valueIsNumericString
      value={value}
      onValueChange={({ value: typed }) => typed !== value && onChange(typed)}
      onPaste={onPaste}
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
