import { Autocomplete, Checkbox, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { documentTextLimits as limits } from '@lintel/contract/documents/constants';
import { formatCents } from '@lintel/contract/core/numbers';
import { itemTotal } from '@lintel/contract/documents/quick/maths';
import { formatMoney } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { IconBookmark } from '../../../ui/icons.ts';
import { moneyLook, NumberField } from '../../../ui/number-field.tsx';
import { ItemButton, itemFieldLook as look, ItemLine, ItemTable } from '../quick/index.ts';
import { createSavedItem, savedItemsKey, someItemsQuery } from '../saved-requests.ts';
import { itemChanges, type ItemChanges } from './item-changes.ts';
import type { Editor } from './use-editor.ts';
import { itemFigures, moneyInput, type ItemValues } from './values.ts';
import classes from './editor.module.css';

interface Props {
  editor: Editor;
  userId: number;
}
interface RowProps extends Props {
  changes: ItemChanges;
  item: ItemValues;
}

/** The current suggestion or confirmation. */
export function ItemRows({ editor, userId }: Props) {
  const changes = itemChanges(editor);
  return (
    <ItemTable
      all={{ draft: { items: editor.values.items }, items: changes }}
      wrong={editor.errors['items']}
      head={m.documents_item_taxed()}
      className={classes.items}
      renderRow={(item, at) => (
        <ItemLine
          key={item.key}
          {...at}
          itemKey={item.key}
          total={formatCents(itemTotal(itemFigures(item)))}
          more={<SaveItem item={item} place={at.place} />}
        >
          <ItemFields
            editor={editor}
            userId={userId}
            changes={changes}
            item={item}
            place={at.place}
          />
        </ItemLine>
      )}
    />
  );
}

function ItemFields({
  userId,
  editor: { errors, checkField },
  changes,
  item,
  place,
}: RowProps & { place: number }) {
  const field = (name: keyof ItemValues) => {
    const path = `items.${place}.${name}`;
    return {
      name: path,
      error: errors[path],
      'aria-invalid': errors[path] !== undefined,
      onBlur: () => checkField(path),
      classNames: { label: look.label },
    };
  };
  const set = (change: Partial<ItemValues>): void => changes.set(place, change);
  return (
    <>
      <div className={look.description}>
        <DescriptionField userId={userId} item={item} field={field('description')} set={set} />
        <Textarea
          {...field('details')}
          className={classes.details ?? ''}
          value={item.details}
          onChange={({ currentTarget }) => set({ details: currentTarget.value })}
          label={m.documents_item_details()}
          placeholder={m.documents_item_details()}
          maxLength={limits.details}
          rows={2}
          resize="vertical"
        />
      </div>
      <NumberField
        {...field('quantity')}
        value={item.quantity}
        onChange={(quantity) => set({ quantity })}
        label={m.documents_item_quantity()}
      />
      <NumberField
        {...field('unitPrice')}
        value={item.unitPrice}
        onChange={(unitPrice) => set({ unitPrice })}
        label={m.documents_item_unitPrice()}
        placeholder={m.documents_item_free()}
        look={moneyLook}
      />
      <Checkbox
        className={classes.taxed ?? ''}
        label={<span className={classes.taxedLabel}>{m.documents_item_taxed()}</span>}
        aria-label={m.documents_item_isTaxed({ place: place + 1 })}
        checked={item.isTaxable}
        onChange={(event) => set({ isTaxable: event.currentTarget.checked })}
      />
    </>
  );
}

/** Lowercases and removes accents, like the server's search. */
const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
const has = (text: string, words: string): boolean => folded(text).includes(folded(words));

/** The item's description: free text, or a saved item with its price. */
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
  // The results of earlier text may not match the current text.
  const found = (data?.data ?? []).filter((one) => has(one.description, item.description));
  return (
    <Autocomplete
      {...field}
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
        const { description, details, unitPrice, isTaxable } = one;
        set({ description, details, unitPrice: moneyInput(unitPrice), isTaxable });
      }}
    />
  );
}

/** Saves an item with its price for other documents. */
function SaveItem({
  item: { description, details, unitPrice, isTaxable },
  place,
}: {
  item: ItemValues;
  place: number;
}) {
  const name = m.documents_item_inline({ place: place + 1 });
  const saving = useAction({
    call: () => createSavedItem({ body: { description, details, unitPrice, isTaxable } }),
    successToast: () => m.documents_item_saved({ description: description.trim() }),
    refresh: [savedItemsKey],
  });
  return (
    <ItemButton
      label={m.documents_item_save({ name })}
      disabled={description.trim() === '' || saving.busy}
      onClick={() => void saving.run()}
    >
      <IconBookmark size={16} aria-hidden />
    </ItemButton>
  );
}
