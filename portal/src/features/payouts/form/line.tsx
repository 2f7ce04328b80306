import { TextInput, type TextInputProps } from '@mantine/core';
import type { W9FormState } from './use-w9-form.ts';
import { errorOn, type W9Values } from './w9-values.ts';

type TextName = {
  [Name in keyof W9Values]: W9Values[Name] extends string ? Name : never;
}[keyof W9Values];

interface Props extends Omit<TextInputProps, 'form' | 'name'> {
  form: W9FormState;
  name: TextName;
}

/** A line of the form to write on. */
export function Line({ form, name, ...input }: Props) {
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
