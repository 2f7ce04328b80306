import { useEffect, useEffectEvent, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { output, ZodType } from 'zod';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { showToast } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { templatesKey } from './requests.ts';
import { differing, type Labels } from '../../../lib/edit-form/differing.ts';
import { useNewer, type Stored } from '../../../lib/edit-form/use-newer.ts';

interface Options<Template extends Stored, Values extends object, Schema extends ZodType> {
  /** The template that is changed; null makes a new one. */
  template: Template | null;
  valuesOf: (template: Template | null) => Values;
  labels: Labels<Values>;
  rules: () => Promise<Schema>;
  save: (
    seen: Stored | null,
    sent: output<Schema>,
  ) => Promise<{ message: string; template: Template }>;
  /** Reads the templates as they are stored now. */
  reread: () => Promise<readonly Template[]>;
  onSaved: (template: Template) => void;
  onDirty: (dirty: boolean) => void;
}

/**
 * What somebody else saved meanwhile: the template's id, and the names of the fields in which it
 * differs from the form.
 */
export interface Conflict {
  id: number;
  differing: readonly string[];
}

const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'conflict';

const tellAndThrow = (error: unknown): never => {
  showToast(failureText(error), 'danger');
  throw error;
};

/**
 * The form of a template: its fields by the contract's rules, and what to do when somebody else was
 * faster.
 */
export function useTemplateForm<
  Template extends Stored,
  Values extends object,
  Schema extends ZodType,
>(options: Options<Template, Values, Schema>) {
  const { template, valuesOf, labels, rules, save, onSaved } = options;
  const client = useQueryClient();
  const [base, setBase] = useState(() => valuesOf(template));
  const { newer, seen, forget, accept, lookUp } = useNewer(template, options.reread);
  const used = useContractForm({
    initial: base,
    rules,
    onSubmit: async (sent) => {
      forget();
      const answer = await save(seen(), sent).catch(tellAndThrow);
      showToast(answer.message);
      await client.invalidateQueries({ queryKey: templatesKey });
      onSaved(answer.template);
    },
    // A toast has told it; a conflict needs a choice besides.
    onFailure: (error) => void (isConflict(error) && lookUp()),
  });
  useReport(differing(used.values, base, labels).length > 0, options.onDirty);
  const conflict: Conflict | null = newer && {
    id: newer.id,
    differing: differing(valuesOf(newer), used.values, labels),
  };
  const saveOver = (): void => {
    accept();
    used.form.ref.current?.requestSubmit();
  };
  const takeTheirs = (): void => {
    const theirs = valuesOf(accept());
    setBase(theirs);
    used.reset(theirs);
  };
  return { ...used, conflict, saveOver, takeTheirs, refuse: refuserOf(used) };
}

/**
 * Shows a refused preview as a refused save is shown: in a toast, and at the code when that is what
 * is wrong.
 */
const refuserOf =
  ({
    errors,
    setErrors,
  }: {
    errors: Record<string, string>;
    setErrors: (errors: Record<string, string>) => void;
  }) =>
  (error: unknown): void => {
    showToast(failureText(error), 'danger');
    const refusal = error instanceof ApiError ? error.fields['body'] : undefined;
    if (refusal !== undefined) setErrors({ ...errors, body: refusal });
  };

/** Tells whether there is something unsaved, and at the end that there is nothing. */
function useReport(dirty: boolean, onDirty: (dirty: boolean) => void): void {
  const report = useEffectEvent(onDirty);
  useEffect(() => {
    report(dirty);
    return () => report(false);
  }, [dirty]);
}
