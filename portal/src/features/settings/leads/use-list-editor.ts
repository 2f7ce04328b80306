import { useRef, useState, type FormEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { leadMessages } from '@lintel/contract/leads-constants';
import { ApiError } from '../../../lib/api/api-error.ts';
import { showToast } from '../../../lib/toast.ts';

/** An entry of a list as it is stored. */
export interface FieldItem {
  id: number;
  value: string;
  isShowing: boolean;
  linkId?: string;
  double?: boolean;
}

/** An entry that is edited; a new one has no id. */
export interface FieldRow {
  key: string;
  id?: number;
  value: string;
  linkId: string;
  isShowing: boolean;
  double: boolean;
}

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

const rowOf = ({ id, value, isShowing, linkId = '', double = false }: FieldItem): FieldRow => ({
  key: String(id),
  id,
  value,
  isShowing,
  linkId,
  double,
});

/** What is wrong with rows before they are sent, by `<row>.<field>`; an empty name is the list itself. */
function problemsOf(rows: readonly FieldRow[]): Record<string, string> {
  const found: Record<string, string> = rows.some(({ isShowing }) => isShowing) ? {} : { '': leadMessages.noneShowing };
  for (const { key, value, linkId } of rows) {
    if (value.trim() === '') found[`${key}.value`] = 'This field is required.';
    if (linkId !== '' && rows.some((other) => other.key !== key && other.linkId === linkId))
      found[`${key}.linkId`] = leadMessages.sameLinkId;
  }
  return found;
}

/** The server's words of rows, by the row's key in place of its number. */
function namedByKey(error: unknown, rows: readonly FieldRow[], bodyKey: string): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).map(([name, message]) => {
      const [, at = '', field = ''] = new RegExp(String.raw`^${bodyKey}\.(\d+)\.(\w+)$`).exec(name) ?? [];
      const key = rows[Number(at)]?.key;
      return [key === undefined || at === '' ? '' : `${key}.${field}`, message];
    }),
  );
}

/** Edits a list: nothing is lost when saving fails, and somebody else's save is told of before it is written over. */
export function useListEditor(options: EditorOptions) {
  const { items, version, bodyKey, stale, save, tellFailure, onDone } = options;
  const client = useQueryClient();
  const [start] = useState(() => ({ rows: items.map(rowOf), version }));
  const [rows, setRows] = useState<readonly FieldRow[]>(start.rows);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [conflict, setConflict] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const change = (key: string, part: Partial<FieldRow>): void => {
    const next = rows.map((row) => (row.key === key ? { ...row, ...part } : row));
    setRows(next);
    // Once marked, a list is checked with each change.
    if (Object.keys(problems).length > 0) setProblems(problemsOf(next));
  };
  const send = async (over?: 'over'): Promise<void> => {
    const found = problemsOf(rows);
    setProblems(found);
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    setBusy(true);
    try {
      await save(rows, over === 'over' ? undefined : start.version);
      await client.invalidateQueries({ queryKey: stale });
      showToast('Success!');
      onDone();
    } catch (error) {
      tellFailure(error);
      setProblems(namedByKey(error, rows, bodyKey));
      if (error instanceof ApiError && error.code === 'conflict') setConflict(error.message);
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy) void send();
  };
  return {
    rows,
    problems,
    conflict,
    busy,
    change,
    dirty: rows !== start.rows,
    form: { ref: form, onSubmit, noValidate: true },
    add: () => setRows([...rows, { key: `new-${rows.length}`, value: '', linkId: '', isShowing: true, double: false }]),
    remove: (key: string) => setRows(rows.filter((row) => row.key !== key)),
    saveOver: () => void send('over'),
    takeTheirs: () => {
      void client.invalidateQueries({ queryKey: stale });
      onDone();
    },
  };
}
export type ListEditor = ReturnType<typeof useListEditor>;
