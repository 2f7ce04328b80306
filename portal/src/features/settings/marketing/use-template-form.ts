import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { output, ZodType } from 'zod';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { showToast } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { templatesKey } from './api/keys.ts';

interface Stored {
  id: number;
  version: number;
}

interface Options<Template extends Stored, Values extends object, Schema extends ZodType> {
  /** The template that is changed; null makes a new one. */
  template: Template | null;
  valuesOf: (template: Template | null) => Values;
  /** What the fields are called. */
  labels: Readonly<Record<keyof Values & string, string>>;
  rules: () => Promise<Schema>;
  save: (seen: Stored | null, sent: output<Schema>) => Promise<{ message: string; template: Template }>;
  /** Reads the templates as they are stored now. */
  reread: () => Promise<readonly Template[]>;
  onSaved: (template: Template) => void;
  onDirty: (dirty: boolean) => void;
}

/** What somebody else saved meanwhile: the template's id, and the names of the fields in which it differs from the form. */
export interface Conflict {
  id: number;
  differing: readonly string[];
}

const tidy = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** The labels of the fields in which two states differ. */
const differing = <Values extends object>(
  values: Values,
  from: Values,
  labels: Readonly<Record<keyof Values & string, string>>,
): string[] =>
  (Object.keys(labels) as (keyof Values & string)[])
    .filter((name) => tidy(values[name]) !== tidy(from[name]))
    .map((name) => labels[name]);

/** What a refused call says is wrong with the code. */
const refusalIn = (error: unknown): string | undefined => (error instanceof ApiError ? error.fields['body'] : undefined);

/** The form of a template: its fields by the contract's rules, and what to do when somebody else was faster. */
export function useTemplateForm<Template extends Stored, Values extends object, Schema extends ZodType>(
  options: Options<Template, Values, Schema>,
) {
  const { valuesOf, save, reread, onSaved } = options;
  const client = useQueryClient();
  const [base, setBase] = useState(() => valuesOf(options.template));
  const [newer, setNewer] = useState<Template | null>(null);
  const seen = useRef<Stored | null>(options.template);
  const lookUp = async (): Promise<void> => {
    const { current } = seen;
    const stored = (await reread()).find(({ id }) => id === current?.id);
    if (stored !== undefined && stored.version !== current?.version) setNewer(stored);
  };
  const used = useContractForm({
    initial: base,
    rules: options.rules,
    onSubmit: async (sent) => {
      setNewer(null);
      const answer = await save(seen.current, sent).catch((error: unknown) => {
        showToast(failureText(error), 'danger');
        throw error;
      });
      showToast(answer.message);
      await client.invalidateQueries({ queryKey: templatesKey });
      onSaved(answer.template);
    },
    // A toast has told it; a conflict needs a choice besides.
    onFailure: (error) => {
      if (error instanceof ApiError && error.code === 'conflict') lookUp().catch(() => undefined);
    },
  });
  const accept = (): Values => {
    seen.current = newer ?? seen.current;
    setNewer(null);
    return newer === null ? base : valuesOf(newer);
  };
  const dirty = differing(used.values, base, options.labels).length > 0;
  useReport(dirty, options.onDirty);
  return {
    ...used,
    conflict: newer && { id: newer.id, differing: differing(valuesOf(newer), used.values, options.labels) },
    saveOver: (): void => {
      accept();
      used.form.ref.current?.requestSubmit();
    },
    takeTheirs: (): void => {
      const theirs = accept();
      setBase(theirs);
      used.reset(theirs);
    },
    /** Shows a refused preview as a refused save is shown. */
    refuse: (error: unknown): void => {
      showToast(failureText(error), 'danger');
      const refusal = refusalIn(error);
      if (refusal !== undefined) used.setErrors({ ...used.errors, body: refusal });
    },
  };
}

/** Tells whether there is something unsaved, and at the end that there is nothing. */
function useReport(dirty: boolean, onDirty: (dirty: boolean) => void): void {
  const report = useEffectEvent(onDirty);
  useEffect(() => {
    report(dirty);
    return () => report(false);
  }, [dirty]);
}
