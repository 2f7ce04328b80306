import {
  useEffect,
  useRef,
  useState,
  type Dispatch,
  type RefObject,
  type SetStateAction,
} from 'react';
import { flushSync } from 'react-dom';
import { useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { WholeDocument } from '@lintel/contract/documents/views';
import { isAway } from '../../../lib/api/api-error.ts';
import { todayIn } from '../../../lib/date-ranges.ts';
import { useEditForm, type Labels, type Stored } from '../../../lib/edit-form/use-edit-form.ts';
import { errorsFor, type FieldErrors } from '../../../lib/form/values.ts';
import { tellFailure } from '../../../lib/unexpected.ts';
import type { KeptDraft } from '../browser-drafts.ts';
import {
  createDocument,
  documentKey,
  documentsKey,
  findDocument,
  saveDocument,
} from '../requests.ts';
import { useKeeping, useKept } from './use-keeping.ts';
import { valuesOf, writtenOf, type EditorValues } from './values.ts';

/** A stored document in the editor's shape. */
export interface Edited {
  id: number;
  version: number;
  values: EditorValues;
}

export const editedOf = (whole: WholeDocument): Edited => ({
  id: whole.id,
  version: whole.version,
  values: valuesOf(whole),
});

const rules = () =>
  import('@lintel/contract/documents/content').then(({ documentContent }) => documentContent);

const labels: Labels<EditorValues> = {
  customer: m.common_customer(),
  items: m.documents_items(),
  discount: m.documents_discount(),
  taxRate: m.documents_taxRate(),
  deposit: m.documents_deposit(),
  issuedOn: m.common_date(),
  dueOn: m.documents_dueDate(),
  validUntil: m.documents_acceptUntil(),
  notes: m.common_notes(),
  terms: m.documents_terms(),
  projectName: m.documents_projectName(),
  license: m.documents_licenseNumber(),
  poNumber: m.documents_poNumber(),
  pageId: m.documents_financingPage(),
};

const withoutContent = (name: string): string => name.replace(/^content\./, '');

export interface EditorOptions {
  userId: number;
  /** The storage prefix of this account's drafts, and this draft's place. */
  shelf: string;
  place: string;
  /** The stored document; null for a new one. */
  item: Edited | null;
  /** The defaults of a new document. */
  start: EditorValues;
  /** The unsaved draft in this browser. */
  kept: KeptDraft | null;
  onSaved(whole: WholeDocument, then: 'look' | 'send'): void;
}

/** The document's form; the input is stored in this browser until the server has it. */
export function useEditor(options: EditorOptions) {
  const { userId, item, start, kept, onSaved } = options;
  const client = useQueryClient();
  const [waits, setWaits] = useState(kept?.waits ?? false);
  const then = useRef<'look' | 'send'>('look');
  const keeping = useKeeping(options);
  const used = useEditForm({
    item,
    valuesOf: (stored) => stored?.values ?? start,
    labels,
    typed: kept === null ? undefined : { values: kept.values, seen: kept.seen },
    rules,
    fieldFor: withoutContent,
    isNested: true,
    save: (state, _read, values) => save(keeping, state, values),
    find: (id) => findDocument(id).then(editedOf),
    onSaved: async (whole) => {
      keeping.end();
      client.setQueryData(documentKey(userId, whole.id), whole);
      await client.invalidateQueries({ queryKey: documentsKey, refetchType: 'none' });
      onSaved(whole, then.current);
    },
    onFailure: (error, isChoice) => {
      const away = isAway(error) || !navigator.onLine;
      setWaits(away);
      keeping.keep(used.now(), away);
      if (!away && !isChoice) tellFailure(error);
    },
  });
  useKept(keeping, { values: used.values, dirty: used.dirty, waits });
  useRulesAhead(start);
  const submit = (): void => used.form.ref.current?.requestSubmit();
  useNetworkBack(waits && !used.busy, () => {
    // Rule violations show when the user clicks Save, not while typing.
    void errorsFor(rules, used.now()).then((wrong) => Object.keys(wrong).length === 0 && submit());
  });
  return {
    ...used,
    waits,
    /** Whether it holds an earlier unsaved draft. */
    isRestored: kept !== null && used.dirty,
    mark: marking(used),
    checkField: (path: string): void => void checkOne({ ...used, values: used.now() }, path),
    ...choices(used, keeping),
    /** Clears the form, or restores the stored document. */
    discard: (): void => {
      if (used.standing !== null) used.see(used.standing);
      keeping.standOn(used.standing);
      setWaits(false);
      used.reset(used.base);
    },
    save: (): void => {
      then.current = 'look';
      submit();
    },
    /** Saves and continues to sending; missing fields are marked instead. */
    saveToSend: async (): Promise<void> => {
      const missing = await missingIn(used.now());
      if (Object.keys(missing).length > 0) return marking(used)(missing);
      then.current = 'send';
      submit();
    },
  };
}
export type Editor = ReturnType<typeof useEditor>;

type Keeping = ReturnType<typeof useKeeping>;

function save(
  keeping: Keeping,
  state: Stored | null,
  values: EditorValues,
): Promise<WholeDocument> {
  const written = writtenOf(values);
  if (state !== null)
    return saveDocument({
      params: { id: state.id },
      body: { ...written, version: state.version },
    });
  const body = { ...written, kind: values.kind };
  const key = keeping.keyOf(JSON.stringify(body));
  // Store the key before using it: whatever happens to this page, it is one document.
  keeping.keep(values, true);
  return createDocument({ body }, { key });
}

interface Choosing {
  conflict: { newer: Edited } | null;
  takeTheirs(): void;
  saveOver(): void;
}

/** The two ways out of a conflict; both continue from the stored document. */
const choices = ({ conflict, takeTheirs, saveOver }: Choosing, keeping: Keeping) => {
  const going = (go: () => void) => (): void => {
    if (conflict !== null) keeping.standOn(conflict.newer);
    go();
  };
  return { takeTheirs: going(takeTheirs), saveOver: going(saveOver) };
};

/** The marked errors of a form. */
interface Marked {
  form: { ref: RefObject<HTMLFormElement | null> };
  setErrors: Dispatch<SetStateAction<FieldErrors>>;
}

/** Marks these fields, and focuses the first one. */
const marking =
  ({ form, setErrors }: Marked) =>
  (found: FieldErrors): void => {
    flushSync(() => setErrors(found));
    form.ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };

/** A nested field is checked on blur. */
async function checkOne(
  { values, setErrors }: Pick<Marked, 'setErrors'> & { values: EditorValues },
  path: string,
): Promise<void> {
  const found = await errorsFor(rules, values);
  setErrors(({ [path]: _old, ...others }) =>
    found[path] === undefined ? others : { ...others, [path]: found[path] },
  );
}

/** The fields that must be filled in before sending, or the invalid ones. */
export async function missingIn(values: EditorValues): Promise<FieldErrors> {
  const [{ documentContent, missingOf }, wrong] = await Promise.all([
    import('@lintel/contract/documents/content'),
    errorsFor(rules, values),
  ]);
  if (Object.keys(wrong).length > 0) return wrong;
  const content = documentContent.parse(writtenOf(values).content);
  const missing = missingOf(values.kind, content, todayIn(new Date()));
  return Object.fromEntries(
    Object.entries(missing).map(([name, message]) => [withoutContent(name), message]),
  );
}

/** Loads the rules while online, because later checks may run offline. */
function useRulesAhead(start: EditorValues): void {
  const values = useRef(start);
  useEffect(() => void errorsFor(rules, values.current).catch(() => undefined), []);
}

/** Retry interval in milliseconds: not every browser reports that it is online again. */
const pause = 15_000;

/** Retries when online again. */
function useNetworkBack(waits: boolean, again: () => void): void {
  const latest = useRef(again);
  useEffect(() => {
    latest.current = again;
  });
  useEffect(() => {
    if (!waits) return undefined;
    const retry = (): void => {
      if (navigator.onLine) latest.current();
    };
    window.addEventListener('online', retry);
    const timer = setInterval(retry, pause);
    return () => {
      window.removeEventListener('online', retry);
      clearInterval(timer);
    };
  }, [waits]);
}
