import { useEffect, useRef, useState } from 'react';
import { keysOf } from '@lintel/contract/core/map-values';
import { isRecord } from '@lintel/contract/core/narrow';
import { drafts } from '../drafts.ts';
import { useSession } from '../session.ts';

/** The record version that the input is based on. */
interface BaseVersion {
  id: number;
  version: number;
}

const prefix = 'form.';

/** The draft name of a form, for the current account. */
export const useDraftName = (name: string): string => `${useSession().user.id}.${name}`;

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Picks the form's values from stored data: texts and lists of texts. */
function readValues<Values extends object>(stored: unknown, base: Values): Values {
  const values = { ...base };
  if (!isRecord(stored)) return values;
  for (const name of keysOf<keyof Values & string>(base)) {
    const value = stored[name];
    const isSame = typeof value === 'string' ? typeof base[name] === 'string' : isList(base[name]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has the kind of the value in its place
    if (isSame && (typeof value === 'string' || isList(value))) values[name] = value as never;
  }
  return values;
}

const sameValues = (one: object, other: object): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const parseVersion = (seen: unknown): BaseVersion | null =>
  isRecord(seen) && typeof seen['id'] === 'number' && typeof seen['version'] === 'number'
    ? { id: seen['id'], version: seen['version'] }
    : null;

function readDraft<Values extends object>(draftName: string | undefined, base: Values) {
  const text = draftName === undefined ? null : drafts.get(prefix + draftName);
  if (text === null) return null;
  try {
    const stored: unknown = JSON.parse(text);
    if (!isRecord(stored)) return null;
    const values = readValues(stored['values'], base);
    return sameValues(values, base) ? null : { values, seen: parseVersion(stored['seen']) };
  } catch {
    return null;
  }
}

/** The unsaved draft of a form; null without a name or a draft. */
export const useFormDraft = <Values extends object>(draftName: string | undefined, base: Values) =>
  useState(() => readDraft(draftName, base))[0];

interface FormDraft {
  /** The form started from a draft. */
  isRestored: boolean;
  /** Removes the draft after a save or when discarded. */
  remove(): void;
}

/** Keeps a form's input from the first change until it is saved or discarded. */
export function useDraftSaving<Values extends object>(
  draftName: string | undefined,
  {
    values,
    base,
    seen = null,
  }: { values: Values; base: Values; seen?: BaseVersion | null | undefined },
  wasStored: boolean,
): FormDraft {
  const [isRestored, setRestored] = useState(wasStored);
  const text = JSON.stringify(values);
  const last = useRef(text);
  useEffect(() => {
    if (draftName === undefined || last.current === text) return;
    last.current = text;
    const isDraft = text !== JSON.stringify(base);
    drafts.set(prefix + draftName, isDraft ? JSON.stringify({ values, seen }) : null);
  });
  return {
    isRestored,
    remove: () => {
      setRestored(false);
      if (draftName !== undefined) drafts.set(prefix + draftName, null);
    },
  };
}
