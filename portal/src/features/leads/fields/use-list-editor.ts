import { useRef, useState, type FormEvent } from 'react';
import * as m from '#messages';
import { leadMessages } from '@lintel/contract/leads/constants';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useGuardedSave } from '../../../lib/edit-form/use-guarded-save.ts';

interface FieldItem {
  id: number;
  value: string;
  isShowing: boolean;
  linkId?: string;
  double?: boolean;
}

/** An entry being edited; a new one has no id. */
export interface FieldRow {
  key: string;
  id?: number;
  value: string;
  linkId: string;
  isShowing: boolean;
  double: boolean;
}

/** Row errors, by `<row key>.<field>`; the empty name is the list itself. */
type Problems = Record<string, string>;

const toRow = ({ id, value, isShowing, linkId = '', double = false }: FieldItem): FieldRow => ({
  key: String(id),
  id,
  value,
  isShowing,
  linkId,
  double,
});

/** Validates rows before sending. */
function findProblems(rows: readonly FieldRow[]): Problems {
  const found: Problems = rows.some(({ isShowing }) => isShowing)
    ? {}
    : { '': leadMessages.noneShowing };
  for (const { key, value, linkId } of rows) {
    if (value.trim() === '') found[`${key}.value`] = m.leads_fields_required();
    if (linkId !== '' && rows.some((other) => other.key !== key && other.linkId === linkId))
      found[`${key}.linkId`] = leadMessages.sameLinkId;
  }
  return found;
}

/** The server's row errors, with row numbers replaced by row keys. */
function errorsByKey(error: unknown, rows: readonly FieldRow[], bodyKey: string): Problems {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).map(([name, message]) => {
      const [, at = '', field = ''] =
        new RegExp(String.raw`^${bodyKey}\.(\d+)\.(\w+)$`).exec(name) ?? [];
      const key = rows[Number(at)]?.key;
      return [key === undefined || at === '' ? '' : `${key}.${field}`, message];
    }),
  );
}

/** Rows while editing, and their errors after validation. */
function useEditedRows(items: readonly FieldItem[]) {
  const [start] = useState<readonly FieldRow[]>(() => items.map(toRow));
  const [rows, setRows] = useState(start);
  // Never reused, even after a new row is removed: two rows with one key would be edited as one.
  const [added, setAdded] = useState(0);
  const [problems, mark] = useState<Problems>({});
  const change = (key: string, part: Partial<FieldRow>): void => {
    const next = rows.map((row) => (row.key === key ? { ...row, ...part } : row));
    setRows(next);
    // After errors have appeared, each change validates the list.
    if (Object.keys(problems).length > 0) mark(findProblems(next));
  };
  return {
    rows,
    problems,
    mark,
    change,
    dirty: rows !== start,
    add: () => {
      setAdded(added + 1);
      setRows([
        ...rows,
        { key: `new-${added}`, value: '', linkId: '', isShowing: true, double: false },
      ]);
    },
    remove: (key: string) => setRows(rows.filter((row) => row.key !== key)),
  };
}

export interface EditorOptions {
  items: readonly FieldItem[];
  version: number;
  /** The name of the rows in the request body and in the server's errors. */
  bodyKey: string;
  /** Queries to invalidate after a save. */
  stale: readonly unknown[];
  /** Without a version, the save overwrites concurrent changes. */
  save(rows: readonly FieldRow[], version: number | undefined): Promise<unknown>;
  onFailure(error: unknown): void;
  onDone(): void;
}

/**
 * Edits a list: a failed save keeps the input, and a concurrent save is shown before it is
 * overwritten.
 */
export function useListEditor(options: EditorOptions) {
  const { items, version, bodyKey, stale, save, onFailure, onDone } = options;
  const { mark, ...list } = useEditedRows(items);
  const [seen] = useState(version);
  const saving = useGuardedSave({
    call: (rows: readonly FieldRow[], over) => save(rows, over ? undefined : seen),
    successToast: () => m.common_success(),
    refresh: [stale],
    onDone,
    onFailure: (error, rows) => {
      onFailure(error);
      mark(errorsByKey(error, rows, bodyKey));
    },
  });
  const form = useRef<HTMLFormElement>(null);
  const submit = (over: boolean): void => {
    const found = findProblems(list.rows);
    mark(found);
    if (Object.keys(found).length === 0) void saving.save(list.rows, over);
    else
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!saving.busy) submit(false);
  };
  return {
    ...list,
    conflict: saving.conflict,
    busy: saving.busy,
    form: { ref: form, onSubmit, noValidate: true },
    overwriteStored: () => submit(true),
    discardOwn: saving.discardOwn,
  };
}
export type ListEditor = ReturnType<typeof useListEditor>;
