import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import type { output, ZodType } from 'zod';
import { ApiError } from '../api/api-error.ts';
import { useKeeping, useKept } from './form-draft.ts';
import { useFieldValues, type Name } from './use-field-values.ts';
import { errorsFor, onlyKnown, type FieldErrors } from './values.ts';

export interface FormOptions<Values extends object, Schema extends ZodType> {
  initial: Values;
  /** Loads the contract's schema; it is fetched when the form is first touched. */
  rules: () => Promise<Schema>;
  /**
   * Gets the values as the schema reads them (trimmed, tidied). A thrown `ApiError` puts its
   * fields' errors on the form.
   */
  onSubmit: (sent: output<Schema>, values: Values) => Promise<unknown>;
  /** Other failures than a field's: shown by the caller. */
  onFailure?: (error: unknown) => void;
  /** The form's field for a field that the server names, when the names differ. */
  fieldFor?: (serverField: string) => string;
  /** Keeps what is typed under this name in the browser until it is saved: of forms with long texts. */
  keepAs?: string | undefined;
  /** Fields hold fields: the server's `customer.name` is marked under that name. */
  isNested?: boolean;
}

/** Sends values that keep the rules; resolves to what is wrong, by field. */
async function send<Values extends object, Schema extends ZodType>(
  { rules, onSubmit, onFailure, fieldFor, isNested }: FormOptions<Values, Schema>,
  values: Values,
  forgetKept: () => void,
): Promise<FieldErrors> {
  try {
    const [schema, found] = await Promise.all([rules(), errorsFor(rules, values)]);
    if (Object.keys(found).length > 0) return found;
    await onSubmit(schema.parse(values), values);
    forgetKept();
    return {};
  } catch (error) {
    const known =
      error instanceof ApiError ? onlyKnown(error.fields, values, { fieldFor, isNested }) : {};
    if (Object.keys(known).length > 0) return known;
    if (!onFailure) throw error;
    onFailure(error);
    return {};
  }
}

/**
 * A form that follows the contract's rules: nothing is marked until a field was changed and left or
 * the form was sent, the first marked field gets the focus, and what was typed stays after a
 * failure. Spread `field(name)` on an input and `form` on `<form>`.
 */
export function useContractForm<Values extends object, Schema extends ZodType>(
  options: FormOptions<Values, Schema>,
) {
  const before = useKept(options.keepAs, options.initial);
  const { values, now, errors, setValue, setErrors, leave, reset, tidy } = useFieldValues(
    before?.values ?? options.initial,
    options.rules,
  );
  const kept = useKeeping(options.keepAs, { values, base: options.initial }, before !== null);
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const submit = async (): Promise<void> => {
    const found = await send(options, tidy(), kept.forget);
    if (Object.keys(found).length === 0) return;
    // At once, so that the marked field is there to get the focus.
    flushSync(() => setErrors(found));
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setErrors({});
    void submit().finally(() => setBusy(false));
  };
  /** For an input whose `onChange` gives an event. */
  const field = <Field extends Name<Values>>(name: Field) => ({
    name,
    value: values[name],
    error: errors[name],
    'aria-invalid': errors[name] !== undefined,
    onChange: (event: { currentTarget: { value: string } }) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this is spread on fields of text
      setValue(name, event.currentTarget.value as Values[Field]),
    onBlur: () => leave(name),
  });
  return {
    values,
    now,
    errors,
    busy,
    setValue,
    setErrors,
    field,
    /** What the browser keeps of the form, with `keepAs`. */
    kept: {
      ...kept,
      /** Puts the stored values back in the place of those that were kept. */
      discard: (): void => {
        reset(options.initial);
        kept.forget();
      },
    },
    /** Puts other values in, unmarked. */
    reset: (to: Values = options.initial): void => reset(to),
    form: { ref: element, noValidate: true, onSubmit },
  };
}
