import type { ClipboardEvent } from 'react';
import { TextInput } from '@mantine/core';
import { PatternFormat } from 'react-number-format';
import type { LeadForm } from './use-lead-form.ts';
import classes from './lead.module.css';

const digits = 10;

/**
 * A phone number of the United States. Of what is pasted the last ten digits count, so that a
 * country code does no harm.
 */
export function LeadPhoneField({ used }: { used: LeadForm }) {
  const { name, value, error, 'aria-invalid': invalid, onBlur } = used.field('phone');
  const onPaste = (event: ClipboardEvent): void => {
    event.preventDefault();
    used.setValue('phone', event.clipboardData.getData('text').replace(/\D/g, '').slice(-digits));
  };
  return (
    <PatternFormat
      customInput={TextInput}
      format="###-###-####"
      valueIsNumericString
      value={value}
      onValueChange={({ value: typed }) => typed !== value && used.setValue('phone', typed)}
      onPaste={onPaste}
      name={name}
      error={error}
      aria-invalid={invalid}
      onBlur={onBlur}
      label="Phone"
      type="tel"
      inputMode="numeric"
      autoComplete="off"
      leftSection={<span className={classes.prefix}>+1</span>}
      leftSectionPointerEvents="none"
    />
  );
}
