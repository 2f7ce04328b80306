import { TextInput } from '@mantine/core';
import * as m from '#messages';
import {
  invoiceTextLimits as limits,
  type InvoiceItemDraft,
} from '@lintel/contract/documents/quick/constants';
import { formatCents } from '@lintel/contract/core/numbers';
import { shownItemTotal } from '@lintel/contract/documents/quick/maths';
import { moneyLook, NumberField } from '../../../ui/number-field.tsx';
import { pricedItem, type ItemDraft } from './document-draft.ts';
import { itemFieldLook as look, ItemLine } from './item-line.tsx';
import { ItemTable } from './item-table.tsx';
import { itemField, type Invoice } from './use-invoice.ts';

/** The items of a quick document. */
export function ItemRows({ invoice }: { invoice: Invoice }) {
  return (
    <ItemTable
      all={invoice}
      wrong={invoice.errors['items']}
      renderRow={(item, at) => (
        <ItemLine
          key={item.key}
          {...at}
          itemKey={item.key}
          total={formatCents(shownItemTotal(pricedItem(item)))}
        >
          <ItemFields invoice={invoice} item={item} />
        </ItemLine>
      )}
    />
  );
}

function ItemFields({ invoice, item }: { invoice: Invoice; item: ItemDraft }) {
  const field = (name: keyof InvoiceItemDraft) => {
    const path = itemField(item, name);
    const error = invoice.errors[path];
    return {
      name: path,
      value: item[name],
      error,
      'aria-invalid': error !== undefined,
      onBlur: () => invoice.leave(path),
      classNames: { label: look.label },
    };
  };
  const set = (name: keyof InvoiceItemDraft) => (value: string) =>
    invoice.items.set(item.key, name, value);
  return (
    <>
      <TextInput
        {...field('description')}
        onChange={({ currentTarget }) => set('description')(currentTarget.value)}
        label={m.common_description()}
        maxLength={limits.description}
        className={look.description}
        autoComplete="off"
      />
      <NumberField
        {...field('quantity')}
        onChange={set('quantity')}
        label={m.documents_item_quantity()}
      />
      <NumberField
        {...field('unitPrice')}
        onChange={set('unitPrice')}
        label={m.documents_item_unitPrice()}
        look={moneyLook}
      />
    </>
  );
}
