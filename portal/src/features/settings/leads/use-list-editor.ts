import { useRef, useState, type FormEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import {
  namedByKey,
  problemsOf,
  type FieldItem,
  type FieldRow,
  type Problems,
} from './list-rows.ts';
import { useEditedRows } from './use-edited-rows.ts';

export interface EditorOptions {
  items: readonly FieldItem[];
  version: number;
  /** Under which name the server speaks of the rows. */
  bodyKey: string;
  /** What is asked for anew after a save. */
  stale: readonly unknown[];
  /** Without a version it is saved whatever somebody else saved meanwhile. */
  save(rows: readonly FieldRow[], version: number | undefined): Promise<unknown>;
  tellFailure(error: unknown): void;
  onDone(): void;
}

/**
 * Saves rows over the version that was there at the start; `mark` gets what the server says against
 * them.
 */
function useListSave(options: EditorOptions, mark: (problems: Problems) => void) {
  const { version, bodyKey, stale, save, tellFailure, onDone } = options;
  const client = useQueryClient();
  const [seen] = useState(version);
  const [conflict, setConflict] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (rows: readonly FieldRow[], over?: 'over'): Promise<void> => {
    setBusy(true);
    try {
      await save(rows, over === 'over' ? undefined : seen);
      await client.invalidateQueries({ queryKey: stale });
      showToast('Success!');
      onDone();
    } catch (error) {
      tellFailure(error);
      mark(namedByKey(error, rows, bodyKey));
      if (error instanceof ApiError && error.code === 'conflict') setConflict(error.message);
    } finally {
      setBusy(false);
    }
  };
  const takeTheirs = (): void => {
    void client.invalidateQueries({ queryKey: stale });
    onDone();
  };
  return { send, busy, conflict, takeTheirs };
}

/**
 * Edits a list: nothing is lost when saving fails, and somebody else's save is told of before it is
 * written over.
 */
export function useListEditor(options: EditorOptions) {
  const { mark, ...list } = useEditedRows(options.items);
  const { send, busy, conflict, takeTheirs } = useListSave(options, mark);
  const form = useRef<HTMLFormElement>(null);
  const submit = async (over?: 'over'): Promise<void> => {
    const found = problemsOf(list.rows);
    mark(found);
    if (Object.keys(found).length === 0) await send(list.rows, over);
    else
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy) void submit();
  };
  return {
    ...list,
    conflict,
    busy,
    form: { ref: form, onSubmit, noValidate: true },
    saveOver: () => void submit('over'),
    takeTheirs,
  };
}
export type ListEditor = ReturnType<typeof useListEditor>;
