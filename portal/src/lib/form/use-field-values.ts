import { useRef, useState } from 'react';
import type { ZodType } from 'zod';
import { errorsFor, trimmed, type FieldErrors } from './values.ts';

export type Name<Values> = keyof Values & string;

/**
 * A form's values and errors. A field is validated when it is changed and left, and on each key
 * once it has an error.
 */
export function useFieldValues<Values extends object>(
  initial: Values,
  rules: () => Promise<ZodType>,
) {
  const [values, show] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const latest = useRef(initial);
  const touched = useRef(new Set<string>());
  const put = (next: Values): Values => {
    latest.current = next;
    show(next);
    return next;
  };
  const check = async (name: string, at: Values): Promise<void> => {
    const found = await errorsFor(rules, at);
    if (latest.current !== at) return;
    setErrors(({ [name]: _old, ...others }) =>
      found[name] === undefined ? others : { ...others, [name]: found[name] },
    );
  };
  const setValue = <Field extends Name<Values>>(name: Field, value: Values[Field]): void => {
    touched.current.add(name);
    const next = put({ ...latest.current, [name]: value });
    if (errors[name] !== undefined) void check(name, next);
  };
  const leave = (name: string): void => {
    const next = put(trimmed(latest.current));
    if (touched.current.has(name)) void check(name, next);
  };
  const reset = (to: Values): void => {
    touched.current.clear();
    put(to);
    setErrors({});
  };
  return {
    values,
    /** The latest values, possibly not rendered yet. */
    now: (): Values => latest.current,
    errors,
    setValue,
    setErrors,
    leave,
    reset,
    tidy: () => put(trimmed(latest.current)),
  };
}
