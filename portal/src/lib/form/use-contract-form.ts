import { useRef, useState, type FormEvent } from 'react';
import type { output, ZodType } from 'zod';
import { ApiError } from '../api/api-error.ts';
import { errorsFor, onlyKnown, trimmed, type FieldErrors } from './values.ts';

export interface FormOptions<Values extends object, Schema extends ZodType> {
  initial: Values;
  /** Loads the contract's schema; it is fetched when the form is first touched. */
  rules: () => Promise<Schema>;
  /** Gets the values as the schema reads them (trimmed, tidied). A thrown `ApiError` puts its fields' errors on the form. */
  onSubmit: (sent: output<Schema>, values: Values) => Promise<unknown>;
  /** Other failures than a field's: shown by the caller. */
  onFailure?: (error: unknown) => void;
  /** The form's field for a field that the server names, when the names differ. */
  fieldFor?: (serverField: string) => string;
}

type Name<Values> = keyof Values & string;

/**
 * A form that follows the contract's rules: nothing is marked until a field was changed and left or the form was sent, the first
 * marked field gets the focus, and what was typed stays after a failure. Spread `field(name)` on an input and `form` on `<form>`.
 */
export function useContractForm<Values extends object, Schema extends ZodType>(options: FormOptions<Values, Schema>) {
  const [values, setValues] = useState(options.initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const touched = useRef(new Set<string>());
  const element = useRef<HTMLFormElement>(null);
  const focusInvalid = (): void => {
    setTimeout(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };

  const setValue = <Field extends Name<Values>>(name: Field, value: Values[Field]): void => {
    touched.current.add(name);
    const next = { ...values, [name]: value };
    setValues(next);
    if (errors[name] !== undefined) void check(name, next);
  };
  const check = async (name: string, at: Values): Promise<void> => {
    const found = await errorsFor(options.rules, at);
    setErrors(({ [name]: _old, ...others }) => (found[name] === undefined ? others : { ...others, [name]: found[name] }));
  };
  const blur = (name: Name<Values>): void => {
    const next = trimmed(values);
    setValues(next);
    if (touched.current.has(name)) void check(name, next);
  };

  const send = async (): Promise<void> => {
    const next = trimmed(values);
    setValues(next);
    const schema = await options.rules();
    const found = await errorsFor(options.rules, next);
    setErrors(found);
    if (Object.keys(found).length > 0) return focusInvalid();
    setErrors({});
    try {
      await options.onSubmit(schema.parse(next), next);
    } catch (error) {
      const known = error instanceof ApiError ? onlyKnown(error.fields, next, options.fieldFor) : {};
      setErrors(known);
      if (Object.keys(known).length > 0) focusInvalid();
      else if (options.onFailure) options.onFailure(error);
      else throw error;
    }
  };

  return {
    values,
    errors,
    busy,
    setValue,
    setErrors,
    /** Puts other values in, unmarked. */
    reset: (to: Values = options.initial): void => {
      touched.current.clear();
      setValues(to);
      setErrors({});
    },
    /** For an input whose `onChange` gives an event. */
    field: <Field extends Name<Values>>(name: Field) => ({
      name,
      value: values[name],
      error: errors[name],
      'aria-invalid': errors[name] !== undefined,
      onChange: (event: { currentTarget: { value: string } }) => setValue(name, event.currentTarget.value as Values[Field]),
      onBlur: () => blur(name),
    }),
    form: {
      ref: element,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        if (busy) return;
        setBusy(true);
        void send().finally(() => setBusy(false));
      },
    },
  };
}
