import type { ReactNode } from 'react';
import { TextInput, type TextInputProps } from '@mantine/core';
import { w9Messages } from '@lintel/contract/payouts/w9-text';
import { type W9FormState, type W9Values, errorOn } from './use-w9-form.ts';
import classes from './w9-form.module.css';

interface SectionProps {
  title: string;
  text?: ReactNode;
  /** The fields of the section. */
  names: readonly (keyof W9Values)[];
  form: W9FormState;
  children: ReactNode;
}

/**
 * A section of the form. If anything in it is missing, it shows one message below the marked
 * fields.
 */
export function Section({ title, text, names, form: { errors }, children }: SectionProps) {
  const isMissing = names.some((name) => errors[name] === w9Messages.required);
  return (
    <fieldset className={classes.section}>
      <legend>{title}</legend>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {children}
      {isMissing && (
        <p className={classes.missing} role="alert">
          {w9Messages.required}
        </p>
      )}
    </fieldset>
  );
}

type TextName = {
  [Name in keyof W9Values]: W9Values[Name] extends string ? Name : never;
}[keyof W9Values];

interface LineProps extends Omit<TextInputProps, 'form' | 'name'> {
  form: W9FormState;
  name: TextName;
}

/** A text line of the form. */
export function Line({ form, name, ...input }: LineProps) {
  const { error, ...field } = form.field(name);
  return (
    <TextInput
      {...field}
      {...input}
      value={form.values[name]}
      error={errorOn(error)}
      autoComplete={input.autoComplete ?? 'off'}
    />
  );
}
