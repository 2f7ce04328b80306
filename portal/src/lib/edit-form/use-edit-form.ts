import { useRef, useState } from 'react';
import type { output, ZodType } from 'zod';
import { keysOf } from '@lintel/contract/core/map-values';
import { isRecord } from '@lintel/contract/core/narrow';
import { isConflict } from '../api/api-error.ts';
import { useKeeping, useKept } from '../form/form-draft.ts';
import { useContractForm } from '../form/use-contract-form.ts';

/** Identifies the version of a record. */
export interface Stored {
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

const namesOf = <Values extends object>(values: Values) => keysOf<keyof Values & string>(values);

const isOther = <Values extends object>(
  name: keyof Values,
  values: Values,
  from: Values,
): boolean => comparable(values[name]) !== comparable(from[name]);

/** The distinct labels of the fields where two versions of a form differ. */
export function differing<Values extends object>(
  values: Values,
  from: Values,
  labels: Labels<Values>,
): string[] {
  const found = namesOf(labels).filter((name) => isOther(name, values, from));
  return [...new Set(found.flatMap((name) => labels[name] ?? []))];
}

/**
 * The version that the user has seen, and a newer stored one if there is any. `find` fetches the
 * stored version, and may fail.
 */
function useNewer<Item extends Stored>(
  first: Stored | null,
  find: (id: number) => Promise<Item | null | undefined>,
) {
  const [newer, setNewer] = useState<Item | null>(null);
  const seen = useRef<Stored | null>(first);
  return {
    newer,
    /** The version the user has seen; null for a new record. */
    seen: (): Stored | null => seen.current,
    see: (state: Stored): void => {
      seen.current = state;
      setNewer(null);
    },
    forget: (): void => setNewer(null),
    /** Fetches the stored version. False if there is no newer one. */
    lookUp: async (): Promise<boolean> => {
      if (seen.current === null) return false;
      const stored = (await find(seen.current.id).catch(() => null)) ?? null;
      if (stored === null || stored.version === seen.current.version) return false;
      setNewer(stored);
      return true;
    },
  };
}

interface Options<Item extends Stored, Values extends object, Schema extends ZodType, Answer> {
  /** The item being edited; null creates one. */
  item: Item | null;
  valuesOf: (item: Item | null) => Values;
  labels: Labels<Values>;
  /** Unsaved input from before, and the version it was based on. */
  typed?: { values: Values; seen: Stored | null } | undefined;
  /** Keeps input under this name in the browser until saved, for forms with long texts. */
  keepAs?: string | undefined;
  /** The rules, which may depend on the base version. */
  rules: (standing: Item | null) => Promise<Schema>;
  fieldFor?: (serverField: string) => string;
  isNested?: boolean;
  /**
   * `seen` is the version that the user has seen; any other stored version is a conflict. Null
   * creates a record.
   */
  save: (seen: Stored | null, sent: output<Schema>, values: Values) => Promise<Answer>;
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
  Item extends Stored,
  Values extends object,
  Schema extends ZodType,
  Answer,
>(options: Options<Item, Values, Schema, Answer>) {
  const { item, valuesOf, labels, rules, fieldFor, save, onSaved, onFailure } = options;
  const [{ standing, base }, setBase] = useState(() => ({ standing: item, base: valuesOf(item) }));
  const before = useKept(options.keepAs, base);
  const typed = options.typed ?? before ?? undefined;
  const { newer, seen, see, forget, lookUp } = useNewer(
    typed === undefined ? item : typed.seen,
    options.find,
  );
  const used = useContractForm({
    initial: typed?.values ?? base,
    rules: () => rules(standing),
    ...(fieldFor && { fieldFor }),
    isNested: options.isNested ?? false,
    onSubmit: async (sent, values) => {
      forget();
      const answer = await save(seen(), sent, values);
      kept.forget();
      await onSaved(answer);
    },
    onFailure: (error) => void fail(error),
  });
  const kept = useKeeping(
    options.keepAs,
    { values: used.values, base, seen: seen() },
    before !== null,
  );
  const fail = async (error: unknown): Promise<void> =>
    onFailure?.(error, isConflict(error) && (await lookUp()));
  const stored = newer && valuesOf(newer);
  /** Makes the stored version the form's base; `values` returns the new form values. */
  const standOn = (values: (theirs: Values, before: Values) => Values): void => {
    if (newer === null || stored === null) return;
    see(newer);
    setBase({ standing: newer, base: stored });
    used.reset(values(stored, base));
  };
  return {
    ...used,
    /** The draft of the form, with `keepAs`. */
    kept: {
      ...kept,
      /** Replaces the draft with the stored values. */
      discard: (): void => {
        used.reset(base);
        kept.forget();
      },
    },
    /** The base version: as opened, or as taken over since. */
    standing,
    base,
    dirty: namesOf(base).some((name) => isOther(name, used.values, base)),
    /** The newer version, and the labels of the fields that differ from the form. */
    conflict: newer && stored && { newer, differing: differing(stored, used.values, labels) },
    /** Marks this version as seen. */
    see,
    saveOver: (): void => {
      if (newer !== null) see(newer);
      used.form.ref.current?.requestSubmit();
    },
    takeTheirs: (): void => standOn((theirs) => theirs),
    /** Rebases the user's changes on the stored version, without saving. */
    rebase: (merged: (base: Values, mine: Values, theirs: Values) => Values): void =>
      standOn((theirs, before) => merged(before, used.values, theirs)),
  };
}
