import { useEffect, useEffectEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { output, ZodType } from 'zod';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useEditForm, type Labels, type VersionRef } from '../../../lib/edit-form/use-edit-form.ts';
import { showToast } from '../../../lib/toast.ts';
import { notifyAndThrow, notifyFailure } from '../../../lib/failure.ts';
import { templatesKey } from './requests.ts';

interface Options<Template extends VersionRef, Values extends object, Schema extends ZodType> {
  /** The template being edited; null creates one. */
  template: Template | null;
  toValues: (template: Template | null) => Values;
  labels: Labels<Values>;
  rules: () => Promise<Schema>;
  save: (
    seen: VersionRef | null,
    sent: output<Schema>,
  ) => Promise<{ message: string; template: Template }>;
  /** Refetches the stored templates. */
  reread: () => Promise<readonly Template[]>;
  onSaved: (template: Template) => void;
  onDirty: (dirty: boolean) => void;
}

export function useTemplateForm<
  Template extends VersionRef,
  Values extends object,
  Schema extends ZodType,
>({ template, save, reread, onSaved, onDirty, ...form }: Options<Template, Values, Schema>) {
  const client = useQueryClient();
  const used = useEditForm({
    ...form,
    item: template,
    save: (seen, sent) => save(seen, sent).catch(notifyAndThrow),
    find: async (id) => (await reread()).find((stored) => stored.id === id),
    onSaved: async (answer) => {
      showToast(answer.message);
      await client.invalidateQueries({ queryKey: templatesKey });
      onSaved(answer.template);
    },
    // The failure is already on screen.
    onFailure: () => undefined,
  });
  useReport(used.dirty, onDirty);
  return { ...used, refuse: withFieldErrors(used) };
}

/**
 * Shows a rejected preview like a rejected save: in a toast, and at the code if the code is at
 * fault.
 */
const withFieldErrors =
  ({
    errors,
    setErrors,
  }: {
    errors: Record<string, string>;
    setErrors: (errors: Record<string, string>) => void;
  }) =>
  (error: unknown): void => {
    notifyFailure(error);
    const refusal = error instanceof ApiError ? error.fields['body'] : undefined;
    if (refusal !== undefined) setErrors({ ...errors, body: refusal });
  };

/** Reports whether there is unsaved input; reports none on unmount. */
function useReport(dirty: boolean, onDirty: (dirty: boolean) => void): void {
  const report = useEffectEvent(onDirty);
  useEffect(() => {
    report(dirty);
    return () => report(false);
  }, [dirty]);
}
