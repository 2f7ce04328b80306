import { useRef, useState } from 'react';
import type { output, ZodType } from 'zod';
import { keysOf } from '@lintel/contract/core/map-values';
import { isRecord } from '@lintel/contract/core/narrow';
import { isConflict } from '../api/api-error.ts';
import { useDraftSaving, useFormDraft } from '../form/form-draft.ts';
import { useContractForm } from '../form/use-contract-form.ts';

/** Identifies the version of a record. */
export interface VersionRef {
  id: number;
  version: number;
}

/** Field labels; a field without a label isn't compared. */
export type Labels<Values> = Readonly<Partial<Record<keyof Values & string, string>>>;

/** Whether it is a plain object, not a file or the like. */
const isPlain = (value: unknown): boolean =>
  isRecord(value) && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Normalizes for comparison: ignores the order of lists of strings and the outer space of texts.
 * Objects and lists of objects stay as they are.
 */
function comparable(value: unknown): unknown {
  if (isPlain(value) || (Array.isArray(value) && value.some(isPlain))) return JSON.stringify(value);
  if (Array.isArray(value)) return JSON.stringify(value.map(String).toSorted());
  return typeof value === 'string' ? value.trim() : value;
}

const valueNames = <Values extends object>(values: Values) => keysOf<keyof Values & string>(values);

const differs = <Values extends object>(
  name: keyof Values,
  values: Values,
  from: Values,
): boolean => comparable(values[name]) !== comparable(from[name]);

/** The distinct labels of the fields where two versions of a form differ. */
export function differingLabels<Values extends object>(
  values: Values,
  from: Values,
  labels: Labels<Values>,
): string[] {
  const found = valueNames(labels).filter((name) => differs(name, values, from));
  return [...new Set(found.flatMap((name) => labels[name] ?? []))];
}

/**
 * The version that the user has seen, and a newer stored one if there is any. `find` fetches the
 * stored version, and may fail.
 */
function useNewer<Item extends VersionRef>(
  first: VersionRef | null,
  find: (id: number) => Promise<Item | null | undefined>,
) {
  const [newer, setNewer] = useState<Item | null>(null);
  const seen = useRef<VersionRef | null>(first);
  return {
    newer,
    /** The version the user has seen; null for a new record. */
    seen: (): VersionRef | null => seen.current,
    see: (state: VersionRef): void => {
      seen.current = state;
      setNewer(null);
    },
    forget: (): void => setNewer(null),
    /** Fetches the stored version. False if there is no newer one. */
    findNewer: async (): Promise<boolean> => {
      if (seen.current === null) return false;
      const stored = (await find(seen.current.id).catch(() => null)) ?? null;
      if (stored === null || stored.version === seen.current.version) return false;
      setNewer(stored);
      return true;
    },
  };
}

interface Options<Item extends VersionRef, Values extends object, Schema extends ZodType, Answer> {
  /** The item being edited; null creates one. */
  item: Item | null;
  toValues: (item: Item | null) => Values;
  labels: Labels<Values>;
  /** Unsaved input from before, and the version it was based on. */
  typed?: { values: Values; seen: VersionRef | null } | undefined;
  /** Keeps input under this name in the browser until saved, for forms with long texts. */
  draftName?: string | undefined;
  /** The rules, which may depend on the base version. */
  rules: (current: Item | null) => Promise<Schema>;
  fieldFor?: (serverField: string) => string;
  isNested?: boolean;
  /**
   * `seen` is the version that the user has seen; any other stored version is a conflict. Null
   * creates a record.
   */
  save: (seen: VersionRef | null, sent: output<Schema>, values: Values) => Promise<Answer>;
  /** Fetches the stored version. */
  find: (id: number) => Promise<Item | null | undefined>;
  /** The form stays busy until this resolves. */
  onSaved: (answer: Answer) => unknown;
  /** A failure without a field. `isChoice`: a conflict where the user can choose a version. */
  onFailure?: (error: unknown, isChoice: boolean) => void;
}

/**
 * A form for a record that others may edit, too. On a conflict, the input is kept, and the user
 * either overwrites the stored version or takes it.
 */
export function useEditForm<
  Item extends VersionRef,
  Values extends object,
  Schema extends ZodType,
  Answer,
>(options: Options<Item, Values, Schema, Answer>) {
  const { item, toValues, labels, rules, fieldFor, save, onSaved, onFailure } = options;
  const [{ current, base }, setBase] = useState(() => ({
    current: item,
    base: toValues(item),
  }));
  const before = useFormDraft(options.draftName, base);
  const typed = options.typed ?? before ?? undefined;
  const { newer, seen, see, forget, findNewer } = useNewer(
    typed === undefined ? item : typed.seen,
    options.find,
  );
  const used = useContractForm({
    initial: typed?.values ?? base,
    rules: () => rules(current),
    ...(fieldFor && { fieldFor }),
    isNested: options.isNested ?? false,
    onSubmit: async (sent, values) => {
      forget();
      const answer = await save(seen(), sent, values);
      kept.remove();
      await onSaved(answer);
    },
    onFailure: (error) => void fail(error),
  });
  const kept = useDraftSaving(
    options.draftName,
    { values: used.values, base, seen: seen() },
    before !== null,
  );
  const fail = async (error: unknown): Promise<void> =>
    onFailure?.(error, isConflict(error) && (await findNewer()));
  const stored = newer && toValues(newer);
  /** Makes the stored version the form's base; `values` returns the new form values. */
  const rebaseOn = (values: (theirs: Values, before: Values) => Values): void => {
    if (newer === null || stored === null) return;
    see(newer);
    setBase({ current: newer, base: stored });
    used.reset(values(stored, base));
  };
  return {
    ...used,
    /** The draft of the form, with `draftName`. */
    kept: {
      ...kept,
      /** Replaces the draft with the stored values. */
      discard: (): void => {
        used.reset(base);
        kept.remove();
      },
    },
    /** The base version: as opened, or as taken over since. */
    current,
    base,
    dirty: valueNames(base).some((name) => differs(name, used.values, base)),
    /** The newer version, and the labels of the fields that differ from the form. */
    conflict: newer && stored && { newer, differing: differingLabels(stored, used.values, labels) },
    /** Marks this version as seen. */
    see,
    overwriteStored: (): void => {
      if (newer !== null) see(newer);
      used.form.ref.current?.requestSubmit();
    },
    discardOwn: (): void => rebaseOn((theirs) => theirs),
    /** Rebases the user's changes on the stored version, without saving. */
    rebase: (merged: (base: Values, own: Values, theirs: Values) => Values): void =>
      rebaseOn((theirs, before) => merged(before, used.values, theirs)),
  };
}
