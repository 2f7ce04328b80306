import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import type { output, ZodType } from 'zod';
import { ApiError } from '../api/api-error.ts';
import { useDraftSaving, useFormDraft } from './form-draft.ts';
import { useFieldValues, type Name } from './use-field-values.ts';
import { errorsFor, formErrors, type FieldErrors } from './values.ts';

export interface FormOptions<Values extends object, Schema extends ZodType> {
  initial: Values;
  /** Loads the contract's schema, on first interaction. */
  rules: () => Promise<Schema>;
  /**
   * Gets the values as parsed by the schema (trimmed, normalized). The field errors of a thrown
   * `ApiError` appear in the form.
   */
  onSubmit: (sent: output<Schema>, values: Values) => Promise<unknown>;
  /** Failures without a field, for the caller to show. */
  onFailure?: (error: unknown) => void;
  /** Maps a server field name to the form's name, if they differ. */
  fieldFor?: (serverField: string) => string;
  /** Keeps input under this name in the browser until saved, for forms with long texts. */
  draftName?: string | undefined;
  /** Fields are nested: the server's `customer.name` keeps that name. */
  isNested?: boolean;
}

/** Sends valid values; resolves to the errors by field. */
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
      error instanceof ApiError ? formErrors(error.fields, values, { fieldFor, isNested }) : {};
    if (Object.keys(known).length > 0) return known;
    if (!onFailure) throw error;
    onFailure(error);
    return {};
  }
}

/**
 * A form that follows the contract's rules: no errors appear until a field is changed and left or
 * the form is submitted, the first invalid field gets the focus, and input survives a failure.
 * Spread `field(name)` on an input and `form` on `<form>`.
 */
export function useContractForm<Values extends object, Schema extends ZodType>(
  options: FormOptions<Values, Schema>,
) {
  const before = useFormDraft(options.draftName, options.initial);
  const { values, now, errors, setValue, setErrors, leave, reset, tidy } = useFieldValues(
    before?.values ?? options.initial,
    options.rules,
  );
  const kept = useDraftSaving(
    options.draftName,
    { values, base: options.initial },
    before !== null,
  );
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const submit = async (): Promise<void> => {
    const found = await send(options, tidy(), kept.remove);
    if (Object.keys(found).length === 0) return;
    // Synchronously, so the invalid field exists before it gets the focus.
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
  /** Props for an input whose `onChange` gets an event. */
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
    /** The draft of the form, with `draftName`. */
    kept: {
      ...kept,
      /** Replaces the draft with the stored values. */
      discard: (): void => {
        reset(options.initial);
        kept.remove();
      },
    },
    /** Sets other values and clears errors. */
    reset: (to: Values = options.initial): void => reset(to),
    form: { ref: element, noValidate: true, onSubmit },
  };
}
