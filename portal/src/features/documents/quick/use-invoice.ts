import { useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { invoiceForm } from '@lintel/contract/documents/quick/document';
import type { DocType, InvoiceItemDraft } from '@lintel/contract/documents/quick/constants';
import { validationErrors } from '../../../lib/form/rules.ts';
import { toPayload, type DocumentDraft, type ItemDraft, type Texts } from './document-draft.ts';
import {
  itemChanged,
  itemMoved,
  retyped,
  normalizeDraft,
  useDraft,
  withItem,
  withoutItem,
} from './use-draft.ts';

/**
 * Errors by field; an item's field is named `items.<key>.<field>`, so that an error moves with its
 * item.
 */
type DocumentErrors = Readonly<Record<string, string>>;

export const itemField = (item: ItemDraft, name: string): string => `items.${item.key}.${name}`;

/** Converts errors by item position, from the rules and the server, to errors by item key. */
const byKeys = (
  errors: Readonly<Record<string, string>>,
  items: readonly ItemDraft[],
): DocumentErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [
      field.replace(/^items\.(\d+)/, (whole, place: string) => {
        const item = items[Number(place)];
        return item === undefined ? whole : `items.${item.key}`;
      }),
      message,
    ]),
  );

/** The document's errors by the contract's rules. */
const documentErrors = (draft: DocumentDraft): DocumentErrors =>
  byKeys(validationErrors(invoiceForm, toPayload(draft)), draft.items);

/**
 * The fields marked as invalid. A field is marked once it was changed and left, or the form was
 * submitted, and from then on it is checked on each key press.
 */
function useMarks() {
  const [errors, setErrors] = useState<DocumentErrors>({});
  const touched = useRef(new Set<string>());
  const check = (field: string, now: DocumentDraft): void => {
    const message = documentErrors(now)[field];
    setErrors(({ [field]: _old, ...others }) =>
      message === undefined ? others : { ...others, [field]: message },
    );
  };
  return {
    errors,
    changed: (field: string, now: DocumentDraft): void => {
      touched.current.add(field);
      if (errors[field] !== undefined) check(field, now);
    },
    left: (field: string, now: DocumentDraft): void => {
      if (touched.current.has(field)) check(field, now);
    },
    /**
     * Marks these fields and no others, synchronously, so that a marked field can receive the
     * focus.
     */
    show: (found: DocumentErrors): void => flushSync(() => setErrors(found)),
    clear: (): void => {
      touched.current.clear();
      setErrors({});
    },
  };
}

type Name = keyof Texts;

/** The form's state: its values, its errors, and the ways to change them. */
export function useInvoice(
  contractorId: number,
  pageId: number,
  form: RefObject<HTMLFormElement | null>,
) {
  const { draft, update, clear, ...draftState } = useDraft(contractorId, pageId);
  const marks = useMarks();
  const { errors } = marks;
  const change = (field: string, next: Parameters<typeof update>[0]): void =>
    marks.changed(field, update(next));
  const handleBlur = (field: string): void => marks.left(field, update(normalizeDraft));
  /** Marks these fields and focuses the first one. */
  const lead = (found: DocumentErrors): void => {
    marks.show(found);
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return {
    draft,
    errors,
    ...draftState,
    leave: handleBlur,
    /** The normalized document, or null if invalid; invalid fields are marked. */
    checked: () => {
      const now = update(normalizeDraft);
      const found = documentErrors(now);
      lead(found);
      return Object.keys(found).length === 0 ? now : null;
    },
    /** Marks the server's errors of a submitted document. */
    takeErrors: (fields: Readonly<Record<string, string>>, sent: DocumentDraft): void =>
      lead(byKeys(fields, sent.items)),
    set: (name: Name, value: string): void => change(name, (now) => ({ ...now, [name]: value })),
    setType: (docType: DocType): void => void update(retyped(contractorId, docType)),
    items: itemChanges(update, change),
    clear: (): void => {
      marks.clear();
      clear();
    },
  };
}
export type Invoice = ReturnType<typeof useInvoice>;

type UpdateDraft = ReturnType<typeof useDraft>['update'];

const itemChanges = (
  update: UpdateDraft,
  change: (field: string, next: Parameters<UpdateDraft>[0]) => void,
) => ({
  add: (): void => change('items', withItem),
  remove: (key: string): void => change('items', withoutItem(key)),
  move: (key: string, place: number): void => void update(itemMoved(key, place)),
  set: (key: string, name: keyof InvoiceItemDraft, value: string): void =>
    change(`items.${key}.${name}`, itemChanged(key, { [name]: value })),
});

/** The props of this field's input. */
export const fieldProps = ({ draft, errors, leave: handleBlur }: Invoice, name: Name) => ({
  name,
  value: draft[name],
  error: errors[name],
  'aria-invalid': errors[name] !== undefined,
  onBlur: () => handleBlur(name),
});
