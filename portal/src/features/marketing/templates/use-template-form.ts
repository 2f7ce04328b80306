import { useEffect, useEffectEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { output, ZodType } from 'zod';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useEditForm, type Labels, type Stored } from '../../../lib/edit-form/use-edit-form.ts';
import { showToast } from '../../../lib/toast.ts';
import { tellAndThrow, tellFailure } from '../../../lib/unexpected.ts';
import { templatesKey } from './requests.ts';

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

/** The form of a template. */
export function useTemplateForm<
  Template extends Stored,
  Values extends object,
  Schema extends ZodType,
>({ template, save, reread, onSaved, onDirty, ...form }: Options<Template, Values, Schema>) {
  const client = useQueryClient();
  const used = useEditForm({
    ...form,
    item: template,
    save: (seen, sent) => save(seen, sent).catch(tellAndThrow),
    find: async (id) => (await reread()).find((stored) => stored.id === id),
    onSaved: async (answer) => {
      showToast(answer.message);
      await client.invalidateQueries({ queryKey: templatesKey });
      onSaved(answer.template);
    },
    // Told already.
    onFailure: () => undefined,
  });
  useReport(used.dirty, onDirty);
  return { ...used, refuse: refuserOf(used) };
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
    tellFailure(error);
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
