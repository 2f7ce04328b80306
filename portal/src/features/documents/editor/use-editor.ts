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
import type { FullDocument } from '@lintel/contract/documents/views';
import { isNetworkError } from '../../../lib/api/api-error.ts';
import { dayInZone } from '../../../lib/date-ranges.ts';
import { useEditForm, type Labels, type VersionRef } from '../../../lib/edit-form/use-edit-form.ts';
import { errorsFor, type FieldErrors } from '../../../lib/form/values.ts';
import { notifyFailure } from '../../../lib/failure.ts';
import type { StoredDraft } from '../browser-drafts.ts';
import {
  createDocument,
  documentKey,
  documentsKey,
  findDocument,
  saveDocument,
} from '../requests.ts';
import { useDraftStorage, useAutosave } from './use-draft-storage.ts';
import { toEditorValues, toDocumentBody, type EditorValues } from './values.ts';

/** A stored document in the editor's shape. */
export interface EditedDocument {
  id: number;
  version: number;
  values: EditorValues;
}

export const toEdited = (whole: FullDocument): EditedDocument => ({
  id: whole.id,
  version: whole.version,
  values: toEditorValues(whole),
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
  draftPrefix: string;
  place: string;
  /** The stored document; null for a new one. */
  item: EditedDocument | null;
  /** The defaults of a new document. */
  start: EditorValues;
  /** The unsaved draft in this browser. */
  storedDraft: StoredDraft | null;
  onSaved(whole: FullDocument, next: 'look' | 'send'): void;
}

/** The document's form; the input is stored in this browser until the server has it. */
export function useEditor(options: EditorOptions) {
  const { userId, item, start, storedDraft, onSaved } = options;
  const client = useQueryClient();
  const [waits, setWaits] = useState(storedDraft?.waits ?? false);
  const next = useRef<'look' | 'send'>('look');
  const draftStorage = useDraftStorage(options);
  const used = useEditForm({
    item,
    toValues: (stored) => stored?.values ?? start,
    labels,
    typed:
      storedDraft === null ? undefined : { values: storedDraft.values, seen: storedDraft.seen },
    rules,
    fieldFor: withoutContent,
    isNested: true,
    save: (state, _read, values) => save(draftStorage, state, values),
    find: (id) => findDocument(id).then(toEdited),
    onSaved: async (whole) => {
      draftStorage.end();
      client.setQueryData(documentKey(userId, whole.id), whole);
      await client.invalidateQueries({ queryKey: documentsKey, refetchType: 'none' });
      onSaved(whole, next.current);
    },
    onFailure: (error, isChoice) => {
      const isOffline = isNetworkError(error) || !navigator.onLine;
      setWaits(isOffline);
      draftStorage.store(used.now(), isOffline);
      if (!isOffline && !isChoice) notifyFailure(error);
    },
  });
  useAutosave(draftStorage, { values: used.values, dirty: used.dirty, waits });
  usePreloadedRules(start);
  const submit = (): void => used.form.ref.current?.requestSubmit();
  useRetryOnline(waits && !used.busy, () => {
    // Rule violations show when the user clicks Save, not while typing.
    void errorsFor(rules, used.now()).then((wrong) => Object.keys(wrong).length === 0 && submit());
  });
  return {
    ...used,
    waits,
    /** Whether it holds an earlier unsaved draft. */
    isRestored: storedDraft !== null && used.dirty,
    mark: makeMarker(used),
    checkField: (path: string): void => void checkOne({ ...used, values: used.now() }, path),
    ...choices(used, draftStorage),
    /** Clears the form, or restores the stored document. */
    discard: (): void => {
      if (used.current !== null) used.see(used.current);
      draftStorage.rebase(used.current);
      setWaits(false);
      used.reset(used.base);
    },
    save: (): void => {
      next.current = 'look';
      submit();
    },
    /** Saves and continues to sending; missing fields are marked instead. */
    saveToSend: async (): Promise<void> => {
      const missing = await missingIn(used.now());
      if (Object.keys(missing).length > 0) return makeMarker(used)(missing);
      next.current = 'send';
      submit();
    },
  };
}
export type Editor = ReturnType<typeof useEditor>;

type DraftStorage = ReturnType<typeof useDraftStorage>;

function save(
  draftStorage: DraftStorage,
  state: VersionRef | null,
  values: EditorValues,
): Promise<FullDocument> {
  const fields = toDocumentBody(values);
  if (state !== null)
    return saveDocument({
      params: { id: state.id },
      body: { ...fields, version: state.version },
    });
  const body = { ...fields, kind: values.kind };
  const key = draftStorage.idempotencyKey(JSON.stringify(body));
  // Store the key before using it: whatever happens to this page, it is one document.
  draftStorage.store(values, true);
  return createDocument({ body }, { key });
}

interface ConflictChoices {
  conflict: { newer: EditedDocument } | null;
  discardOwn(): void;
  overwriteStored(): void;
}

/** The two ways out of a conflict; both continue from the stored document. */
const choices = (
  { conflict, discardOwn, overwriteStored }: ConflictChoices,
  draftStorage: DraftStorage,
) => {
  const rebaseThen = (go: () => void) => (): void => {
    if (conflict !== null) draftStorage.rebase(conflict.newer);
    go();
  };
  return { discardOwn: rebaseThen(discardOwn), overwriteStored: rebaseThen(overwriteStored) };
};

/** The marked errors of a form. */
interface FormMarks {
  form: { ref: RefObject<HTMLFormElement | null> };
  setErrors: Dispatch<SetStateAction<FieldErrors>>;
}

/** Marks these fields, and focuses the first one. */
const makeMarker =
  ({ form, setErrors }: FormMarks) =>
  (found: FieldErrors): void => {
    flushSync(() => setErrors(found));
    form.ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };

/** A nested field is checked on blur. */
async function checkOne(
  { values, setErrors }: Pick<FormMarks, 'setErrors'> & { values: EditorValues },
  path: string,
): Promise<void> {
  const found = await errorsFor(rules, values);
  setErrors(({ [path]: _old, ...others }) =>
    found[path] === undefined ? others : { ...others, [path]: found[path] },
  );
}

/** The fields that must be filled in before sending, or the invalid ones. */
export async function missingIn(values: EditorValues): Promise<FieldErrors> {
  const [{ documentContent, findMissing }, wrong] = await Promise.all([
    import('@lintel/contract/documents/content'),
    errorsFor(rules, values),
  ]);
  if (Object.keys(wrong).length > 0) return wrong;
  const content = documentContent.parse(toDocumentBody(values).content);
  const missing = findMissing(values.kind, content, dayInZone(new Date()));
  return Object.fromEntries(
    Object.entries(missing).map(([name, message]) => [withoutContent(name), message]),
  );
}

/** Loads the rules while online, because later checks may run offline. */
function usePreloadedRules(start: EditorValues): void {
  const values = useRef(start);
  useEffect(() => void errorsFor(rules, values.current).catch(() => undefined), []);
}

/** Retry interval in milliseconds: not every browser reports that it is online again. */
const pause = 15_000;

/** Retries when online again. */
function useRetryOnline(waits: boolean, again: () => void): void {
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
