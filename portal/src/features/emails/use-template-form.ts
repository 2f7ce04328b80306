import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Template } from '@lintel/contract/emails';
import { ApiError } from '../../lib/api/api-error.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast } from '../../lib/toast.ts';
import { saveTemplate } from './api/save-template.ts';
import { collapsed, differs, valuesOf, type LineName } from './template-values.ts';
import { tellFailure } from './tell-failure.ts';
import { useNewerVersion } from './use-newer-version.ts';

interface Options {
  /** The template that is changed; null makes a new one. */
  template: Template | null;
  onSaved(): void;
}

const rulesFor = (template: Template | null) => () =>
  import('@lintel/contract/emails').then((module) =>
    template === null ? module.newTemplateForm : module.templateForm,
  );

const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'conflict';

/**
 * The form of a template: its fields by the contract's rules, and what to do when somebody else was
 * faster.
 */
export function useTemplateForm({ template, onSaved }: Options) {
  const client = useQueryClient();
  const [initial] = useState(() => valuesOf(template));
  const newer = useNewerVersion(template);
  const used = useContractForm({
    initial,
    rules: rulesFor(template),
    onSubmit: async (sent) => {
      newer.forget();
      await saveTemplate(newer.existing(), sent).catch(tellFailure);
      showToast(template === null ? 'Success!' : 'Update successful!');
      // The list first: opened again, the form must start from what is stored now.
      await client.invalidateQueries({ queryKey: ['emails'] });
      onSaved();
    },
    // A toast has told it; a conflict needs a choice besides.
    onFailure: (error) => void (isConflict(error) && newer.lookUp()),
  });
  const { field, values, setValue, form } = used;
  const line = (name: LineName) => {
    const given = field(name);
    const leave = (): void => {
      if (collapsed(values[name]) !== values[name]) setValue(name, collapsed(values[name]));
      given.onBlur();
    };
    return { ...given, onBlur: leave };
  };
  const saveOver = (): void => {
    newer.accept();
    form.ref.current?.requestSubmit();
  };
  const takeTheirs = (): void => {
    if (newer.found !== null) used.reset(valuesOf(newer.found));
    newer.accept();
  };
  return { ...used, line, newer, takeTheirs, saveOver, dirty: differs(values, initial) };
}
export type TemplateForm = ReturnType<typeof useTemplateForm>;
