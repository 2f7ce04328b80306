import type { DragEvent, KeyboardEvent, ReactNode } from 'react';
import { ActionIcon } from '@mantine/core';
import * as m from '#messages';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '../../../ui/icons.ts';
import type { useItemDrag, ItemList } from './use-item-list.ts';
import classes from './items.module.css';

/** An item's position in its list, and the means to move it. */
export interface ItemPlace {
  list: ItemList;
  drag: ReturnType<ReturnType<typeof useItemDrag>>;
  place: number;
  count: number;
}

/** The style of an item's fields: labels are visually hidden where the table has a header. */
export const itemFieldLook = {
  label: classes.itemLabel ?? '',
  description: classes.description ?? '',
};

const allowDrop = (event: DragEvent): void => event.preventDefault();

interface Props extends ItemPlace {
  itemKey: string;
  /** Formatted, such as `$120.00`. */
  total: string;
  /** An extra button before the ones that move the item. */
  more?: ReactNode;
  children: ReactNode;
}

/** One item: its fields, its total, and buttons to move or remove it. */
export function ItemLine({ itemKey, total, more, children, ...at }: Props) {
  const { list, drag, place } = at;
  // Enter in a list of items goes to the next item; it doesn't submit the document.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.defaultPrevented) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    list.focusNext(place);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its fields and handle are interactive, not the row
    <li
      className={classes.item}
      data-item={itemKey}
      data-dragged={drag.isDragged || undefined}
      aria-label={m.documents_item_title({ place: place + 1 })}
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
      {children}
      <output
        className={classes.itemTotal}
        aria-label={m.documents_item_totalOf({ place: place + 1 })}
      >
        {total}
      </output>
      <ItemActions {...at} itemKey={itemKey} more={more} />
    </li>
  );
}

function ItemActions({
  itemKey,
  list,
  place,
  count,
  more,
}: Pick<Props, 'itemKey' | 'list' | 'place' | 'count' | 'more'>) {
  const name = m.documents_item_inline({ place: place + 1 });
  const to = (next: number) => () => list.move(itemKey, next);
  return (
    <span className={classes.itemActions} data-more={more === undefined ? undefined : true}>
      {more}
      <ItemButton
        label={m.common_moveUp({ name })}
        mark="up"
        disabled={place === 0}
        onClick={to(place - 1)}
      >
        <IconArrowUp size={16} aria-hidden />
      </ItemButton>
      <ItemButton
        label={m.common_moveDown({ name })}
        mark="down"
        disabled={place === count - 1}
        onClick={to(place + 1)}
      >
        <IconArrowDown size={16} aria-hidden />
      </ItemButton>
      <ItemButton
        label={m.common_removeNamed({ name })}
        mark="remove"
        disabled={count === 1}
        onClick={() => list.remove(place)}
      >
        <IconTrash size={16} aria-hidden />
      </ItemButton>
    </span>
  );
}

interface ButtonProps {
  label: string;
  /** Marks the button, to restore the focus after the row moves. */
  mark?: 'up' | 'down' | 'remove';
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

export function ItemButton({ label, mark, disabled, onClick, children }: ButtonProps) {
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
