import type { DragEvent, KeyboardEvent, ReactNode } from 'react';
import { ActionIcon, Autocomplete, Checkbox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { documentDigits, documentTextLimits as limits } from '@lintel/contract/documents/constants';
import { formatCents, itemTotal } from '@lintel/contract/invoices/maths';
import { formatMoney } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import {
  IconArrowDown,
  IconArrowUp,
  IconBookmark,
  IconGripVertical,
  IconTrash,
} from '../../../ui/icons.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import type { ItemList, useItemDrag } from '../../invoices/index.ts';
import { createSavedItem, savedItemsKey, someItemsQuery } from '../saved-requests.ts';
import type { ItemChanges } from './item-changes.ts';
import { itemFigures, typedMoney, type ItemValues } from './values.ts';
import classes from './editor.module.css';

interface Props {
  userId: number;
  errors: Readonly<Record<string, string>>;
  changes: ItemChanges;
  list: ItemList;
  drag: ReturnType<ReturnType<typeof useItemDrag>>;
  item: ItemValues;
  place: number;
  count: number;
}

const allowDrop = (event: DragEvent): void => event.preventDefault();

/** One item: its fields, its total, and the ways to move, save or remove it. */
export function ItemRow(props: Props) {
  const { list, drag, item, place } = props;
  // Enter in a list of items means the next item, not the finished document.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.defaultPrevented) return;
    if (!(event.target instanceof HTMLInputElement)) return;
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
      <ItemFields {...props} />
      <output
        className={classes.itemTotal}
        aria-label={m.invoices_total_of_item_place({ place: place + 1 })}
      >
        {formatCents(itemTotal(itemFigures(item)))}
      </output>
      <ItemActions {...props} />
    </li>
  );
}

function ItemFields({ userId, errors, changes, item, place }: Props) {
  const field = (name: keyof ItemValues) => {
    const path = `items.${place}.${name}`;
    return {
      name: path,
      error: errors[path],
      'aria-invalid': errors[path] !== undefined,
      classNames: { label: classes.itemLabel ?? '' },
    };
  };
  const set = (change: Partial<ItemValues>): void => changes.set(place, change);
  return (
    <>
      <DescriptionField userId={userId} item={item} field={field('description')} set={set} />
      <NumberField
        {...field('quantity')}
        value={item.quantity}
        onChange={(quantity) => set({ quantity })}
        label={m.invoices_quantity()}
        digits={documentDigits.quantity}
      />
      <NumberField
        {...field('unitPrice')}
        value={item.unitPrice}
        onChange={(unitPrice) => set({ unitPrice })}
        label={m.invoices_unit_price()}
        placeholder={m.documents_free()}
        digits={documentDigits.unitPrice}
        prefix="$"
        fixed
      />
      <Checkbox
        className={classes.taxed ?? ''}
        label={<span className={classes.taxedLabel}>{m.documents_taxed()}</span>}
        aria-label={m.documents_item_is_taxed({ place: place + 1 })}
        checked={item.isTaxable}
        onChange={(event) => set({ isTaxable: event.currentTarget.checked })}
      />
    </>
  );
}

/** What it is: typed, or one of the saved items with its price. */
function DescriptionField({
  userId,
  item,
  field,
  set,
}: {
  userId: number;
  item: ItemValues;
  field: object;
  set(change: Partial<ItemValues>): void;
}) {
  const [words] = useDebouncedValue(item.description.trim(), 200);
  const { data } = useQuery(someItemsQuery(userId, words));
  const found = data?.data ?? [];
  return (
    <Autocomplete
      {...field}
      className={classes.description ?? ''}
      label={m.common_description()}
      maxLength={limits.description}
      autoComplete="off"
      value={item.description}
      filter={({ options }) => options}
      data={found.map(({ id, description }) => ({ value: String(id), label: description }))}
      renderOption={({ option }) => {
        const one = found.find(({ id }) => String(id) === option.value);
        return one === undefined ? null : (
          <span className={classes.savedOption}>
            <span>{one.description}</span>
            <span>{formatMoney(one.unitPrice)}</span>
          </span>
        );
      }}
      onChange={(description) => set({ description })}
      onOptionSubmit={(id) => {
        const one = found.find((saved) => String(saved.id) === id);
        if (one === undefined) return;
        const { description, unitPrice, isTaxable } = one;
        set({ description, unitPrice: typedMoney(unitPrice), isTaxable });
      }}
    />
  );
}

function ItemActions({ list, changes: _changes, item, place, count }: Props) {
  const name = m.invoices_item_place_2({ place: place + 1 });
  const to = (next: number) => () => list.move(item.key, next);
  const { description, unitPrice, isTaxable } = item;
  const saving = useAction({
    call: () => createSavedItem({ body: { description, unitPrice, isTaxable } }),
    said: () => m.documents_item_saved({ description: description.trim() }),
    refresh: [savedItemsKey],
  });
  return (
    <span className={classes.itemActions}>
      <RowButton
        label={m.documents_save_item({ name })}
        disabled={description.trim() === '' || saving.busy}
        onClick={() => void saving.run()}
      >
        <IconBookmark size={16} aria-hidden />
      </RowButton>
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

interface ButtonProps {
  label: string;
  /** By which the focus finds the button again after the row was moved. */
  mark?: 'up' | 'down' | 'remove';
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
