import { useRef, useState } from 'react';
import type { output, ZodType } from 'zod';
import { keysOf } from '@lintel/contract/core/map-values';
import { isRecord } from '@lintel/contract/core/narrow';
import { isConflict } from '../api/api-error.ts';
import { useKeeping, useKept } from '../form/form-draft.ts';
import { useContractForm } from '../form/use-contract-form.ts';

/** What tells one state of a record from another. */
export interface Stored {
  id: number;
  version: number;
}

/** What the fields of a form are called; a field without a label is not compared. */
export type Labels<Values> = Readonly<Partial<Record<keyof Values & string, string>>>;

/** A record of values, and not a file or the like. */
const isPlain = (value: unknown): boolean =>
  isRecord(value) && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Of a list of words it counts what is in it, not in which order; of a text not the space around it.
 * Records, and lists of them, count as they are.
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

/** The labels of the fields in which two states of a form differ, each once. */
export function differing<Values extends object>(
  values: Values,
  from: Values,
  labels: Labels<Values>,
): string[] {
  const found = namesOf(labels).filter((name) => isOther(name, values, from));
  return [...new Set(found.flatMap((name) => labels[name] ?? []))];
}

/**
 * Which state of a record the user has seen, and what somebody else has stored since. `find` reads
 * what is stored now, and may fail.
 */
function useNewer<Item extends Stored>(
  first: Stored | null,
  find: (id: number) => Promise<Item | null | undefined>,
) {
  const [newer, setNewer] = useState<Item | null>(null);
  const seen = useRef<Stored | null>(first);
  return {
    newer,
    /** The state that the user has seen; null for a new record. */
    seen: (): Stored | null => seen.current,
    see: (state: Stored): void => {
      seen.current = state;
      setNewer(null);
    },
    forget: (): void => setNewer(null),
    /** Looks up what is stored now. False when there is nothing newer to choose from. */
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
  /** What is changed; null makes a new one. */
  item: Item | null;
  valuesOf: (item: Item | null) => Values;
  labels: Labels<Values>;
  /** What was typed before and never saved, and the state of the record that it was typed over. */
  typed?: { values: Values; seen: Stored | null } | undefined;
  /** Keeps what is typed under this name in the browser until it is saved: of forms with long texts. */
  keepAs?: string | undefined;
  /** By what the form stands on. */
  rules: (standing: Item | null) => Promise<Schema>;
  fieldFor?: (serverField: string) => string;
  isNested?: boolean;
  /**
   * `seen` is the state that the user knows: any other is a conflict. Null makes a new record.
   */
  save: (seen: Stored | null, sent: output<Schema>, values: Values) => Promise<Answer>;
  /** Reads what is stored now. */
  find: (id: number) => Promise<Item | null | undefined>;
  /** The form is busy until it has ended. */
  onSaved: (answer: Answer) => unknown;
  /**
   * A failure that marks no field. `isChoice`: somebody else was faster, and the user can choose
   * between the two.
   */
  onFailure?: (error: unknown, isChoice: boolean) => void;
}

/**
 * The form of a record that others may change too. What was typed is kept when somebody else was
 * faster; the user then saves it over theirs, or takes theirs.
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
  /** What is stored now becomes what the form stands on; `values` is what it shows. */
  const standOn = (values: (theirs: Values, before: Values) => Values): void => {
    if (newer === null || stored === null) return;
    see(newer);
    setBase({ standing: newer, base: stored });
    used.reset(values(stored, base));
  };
  return {
    ...used,
    /** What the browser keeps of the form, with `keepAs`. */
    kept: {
      ...kept,
      /** Puts the stored values back in the place of those that were kept. */
      discard: (): void => {
        used.reset(base);
        kept.forget();
      },
    },
    /** What the form stands on: as it was opened, or as it was taken over since. */
    standing,
    base,
    dirty: namesOf(base).some((name) => isOther(name, used.values, base)),
    /** What somebody else has stored, and in which fields it differs from the form. */
    conflict: newer && stored && { newer, differing: differing(stored, used.values, labels) },
    /** From now on this state counts as seen. */
    see,
    saveOver: (): void => {
      if (newer !== null) see(newer);
      used.form.ref.current?.requestSubmit();
    },
    takeTheirs: (): void => standOn((theirs) => theirs),
    /** Goes on from what is stored now, with what the user changed; it is not saved yet. */
    rebase: (merged: (base: Values, mine: Values, theirs: Values) => Values): void =>
      standOn((theirs, before) => merged(before, used.values, theirs)),
  };
}
