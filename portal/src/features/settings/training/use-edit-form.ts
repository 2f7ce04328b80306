import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { ZodType } from 'zod';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { showToast } from '../../../lib/toast.ts';
import { differing, type Labels } from '../marketing/differing.ts';
import { useNewer, type Stored } from '../marketing/use-newer.ts';
import { useUnsaved } from '../unsaved.tsx';
import { trainingKey } from './api/keys.ts';
import { tellAndThrow } from './training-failure.ts';

interface Options<Item extends Stored, Values extends object, Schema extends ZodType> {
  /** What is changed; null makes a new one. */
  item: Item | null;
  valuesOf: (item: Item | null) => Values;
  labels: Labels<Values>;
  rules: () => Promise<Schema>;
  /** Null is a new one. */
  save: (seen: Stored | null, values: Values) => Promise<{ message: string }>;
  /** Reads what is stored now. */
  find: (id: number) => Promise<Item | undefined>;
  onSaved: () => void;
}

const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'conflict';

/**
 * The form of a category or a material: its fields by the contract's rules, and what to do when
 * somebody else was faster.
 */
export function useEditForm<Item extends Stored, Values extends object, Schema extends ZodType>(
  options: Options<Item, Values, Schema>,
) {
  const { item, valuesOf, labels, rules, save, find, onSaved } = options;
  const client = useQueryClient();
  const [base, setBase] = useState(() => valuesOf(item));
  const newer = useNewer(item, async () => {
    const stored = item && (await find(item.id));
    return stored ? [stored] : [];
  });
  const used = useContractForm({
    initial: base,
    rules,
    onSubmit: async (_sent, values) => {
      newer.forget();
      const { message } = await save(newer.seen(), values).catch(tellAndThrow);
      showToast(message);
      // The lists first: opened again, the form must start from what is stored now.
      await client.invalidateQueries({ queryKey: trainingKey });
      onSaved();
    },
    // A toast has told it; a conflict needs a choice besides, and what is gone or refused should be
    // seen.
    onFailure: (error) =>
      void (isConflict(error)
        ? newer.lookUp()
        : client.invalidateQueries({ queryKey: trainingKey })),
  });
  const dirty = differing(used.values, base, labels).length > 0;
  useUnsaved(dirty);
  const saveOver = (): void => {
    newer.accept();
    used.form.ref.current?.requestSubmit();
  };
  const takeTheirs = (): void => {
    const theirs = valuesOf(newer.accept());
    setBase(theirs);
    used.reset(theirs);
  };
  /** In which fields what somebody else saved differs from the form; null: nobody did. */
  const conflict = newer.newer && [
    ...new Set(differing(valuesOf(newer.newer), used.values, labels)),
  ];
  return { ...used, dirty, conflict, saveOver, takeTheirs };
}
