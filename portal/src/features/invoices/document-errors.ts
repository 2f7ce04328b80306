import { invoiceForm } from '@lintel/contract/invoices';
import { errorsOf } from '../../lib/form/rules.ts';
import { payloadOf, type DocumentDraft, type ItemDraft } from './document-draft.ts';

/**
 * What is wrong, by field; a field of an item is named `items.<key>.<field>`, so that an error
 * moves with its item.
 */
export type DocumentErrors = Readonly<Record<string, string>>;

export const itemField = (item: ItemDraft, name: string): string => `items.${item.key}.${name}`;

/** Errors by the places of items, as the rules and the server give them, by the items' keys. */
export const byKeys = (
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

/** What the contract's rules find wrong with a document. */
export const documentErrors = (draft: DocumentDraft): DocumentErrors =>
  byKeys(errorsOf(invoiceForm, payloadOf(draft)), draft.items);
