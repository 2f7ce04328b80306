import type { DragEvent, KeyboardEvent, ReactNode } from 'react';
import { ActionIcon, TextInput } from '@mantine/core';
import * as m from '#messages';
import {
  invoiceDigits,
  invoiceTextLimits as limits,
  type InvoiceItemDraft,
} from '@lintel/contract/invoices/constants';
import { formatCents, shownItemTotal } from '@lintel/contract/invoices/maths';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '../../ui/icons.ts';
import { pricedItem, type ItemDraft } from './document-draft.ts';
import { itemField, type Invoice } from './use-invoice.ts';
import { NumberField } from '../../ui/number-field.tsx';
import type { useItemDrag, ItemList } from './use-item-list.ts';
import classes from './invoices.module.css';

interface Props {
  invoice: Invoice;
  list: ItemList;
  drag: ReturnType<ReturnType<typeof useItemDrag>>;
  item: ItemDraft;
  place: number;
}

const allowDrop = (event: DragEvent): void => event.preventDefault();

/** One item: its fields, its total, and the ways to move or remove it. */
export function ItemRow({ invoice, list, drag, item, place }: Props) {
  // Enter in a list of items means the next item, not the finished document.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    list.goOn(place);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its fields and handle are interactive, not the row
    <li
      className={classes.item}
      data-item={item.key}
      data-dragged={drag.isDragged || undefined}
      aria-label={m.invoices_item_place({ place: place + 1 })}
      onKeyDown={onKeyDown}
      onDragEnter={drag.onEnter}
      onDragOver={allowDrop}
      onDrop={allowDrop}
    >
      <span
        className={classes.grip}
        draggable
        onDragStart={drag.onStart}
        onDragEnd={drag.onEnd}
        aria-hidden
      >
        <IconGripVertical size={18} />
      </span>
      <ItemFields invoice={invoice} item={item} />
      <output
        className={classes.itemTotal}
        aria-label={m.invoices_total_of_item_place({ place: place + 1 })}
      >
        {formatCents(shownItemTotal(pricedItem(item)))}
      </output>
      <ItemActions
        list={list}
        itemKey={item.key}
        place={place}
        count={invoice.draft.items.length}
      />
    </li>
  );
}

function ItemActions({
  list,
  itemKey,
  place,
  count,
}: {
  list: ItemList;
  itemKey: string;
  place: number;
  count: number;
}) {
  const name = m.invoices_item_place_2({ place: place + 1 });
  const to = (next: number) => () => list.move(itemKey, next);
  return (
    <span className={classes.itemActions}>
      <RowButton
        label={m.invoices_move_name_up({ name })}
        mark="up"
        disabled={place === 0}
        onClick={to(place - 1)}
      >
        <IconArrowUp size={16} aria-hidden />
      </RowButton>
      <RowButton
        label={m.invoices_move_name_down({ name })}
        mark="down"
        disabled={place === count - 1}
        onClick={to(place + 1)}
      >
        <IconArrowDown size={16} aria-hidden />
      </RowButton>
      <RowButton
        label={m.common_remove_name({ name })}
        mark="remove"
        disabled={count === 1}
        onClick={() => list.remove(place)}
      >
        <IconTrash size={16} aria-hidden />
      </RowButton>
    </span>
  );
}

function ItemFields({ invoice, item }: Pick<Props, 'invoice' | 'item'>) {
  const field = (name: keyof InvoiceItemDraft) => {
    const path = itemField(item, name);
    const error = invoice.errors[path];
    return {
      name: path,
      value: item[name],
      error,
      'aria-invalid': error !== undefined,
      onBlur: () => invoice.leave(path),
      classNames: { label: classes.itemLabel ?? '' },
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
        className={classes.description}
        autoComplete="off"
      />
      <NumberField
        {...field('quantity')}
        onChange={set('quantity')}
        label={m.invoices_quantity()}
        digits={invoiceDigits.quantity}
      />
      <NumberField
        {...field('unitPrice')}
        onChange={set('unitPrice')}
        label={m.invoices_unit_price()}
        digits={invoiceDigits.unitPrice}
        prefix="$"
        fixed
      />
    </>
  );
}

interface ButtonProps {
  label: string;
  /** By which the focus finds the button again after the row was moved. */
  mark: 'up' | 'down' | 'remove';
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

function RowButton({ label, mark, disabled, onClick, children }: ButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      aria-label={label}
      title={label}
      data-mark={mark}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}
