import { useState, type DragEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import * as m from '#messages';
import { maxInvoiceItems } from '@lintel/contract/documents/quick/constants';

/** A list of items and its operations, for quick and stored documents. */
export interface ItemsState<Item extends { key: string } = { key: string }> {
  draft: { items: readonly Item[] };
  items: {
    add(): void;
    remove(key: string): void;
    move(key: string, place: number): void;
  };
}

/** Moves items by dragging: the dragged one takes the place of the one under the pointer. */
export function useItemDrag({ draft: { items }, items: change }: ItemsState) {
  const [dragged, setDragged] = useState<string | null>(null);
  return (key: string) => ({
    isDragged: dragged === key,
    onStart: ({ dataTransfer, currentTarget }: DragEvent): void => {
      const row = currentTarget.closest('li');
      dataTransfer.effectAllowed = 'move';
      dataTransfer.setData('text/plain', '');
      if (row) dataTransfer.setDragImage(row, 16, 16);
      setDragged(key);
    },
    onEnter: (event: DragEvent): void => {
      event.preventDefault();
      if (dragged === null || dragged === key) return;
      const place = items.findIndex((item) => item.key === key);
      change.move(dragged, place);
    },
    onEnd: (): void => setDragged(null),
  });
}

/**
 * Adds, moves, and removes items, and keeps the focus in place; `news` is the announcement for
 * screen readers.
 */
export function useItemList(
  { draft: { items }, items: change }: ItemsState,
  list: RefObject<HTMLOListElement | null>,
) {
  const [announcement, announce] = useState('');
  const focus = (key: string | undefined, selector: string): void =>
    list.current?.querySelector<HTMLElement>(`[data-item="${key}"] ${selector}`)?.focus();
  const add = (): void => {
    if (items.length >= maxInvoiceItems) return;
    flushSync(change.add);
    announce(m.documents_item_added({ count: items.length + 1 }));
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  };
  const move = (key: string, place: number): void => {
    const from = items.findIndex((item) => item.key === key);
    flushSync(() => change.move(key, place));
    announce(
      m.documents_item_moved({
        from: from + 1,
        place: place + 1,
        count: items.length,
      }),
    );
    // At an end of the list that button is disabled, so the other one gets the focus.
    const atEnd = place === 0 || place === items.length - 1;
    const isMovingUp = place < from;
    focus(key, `[data-mark="${isMovingUp === atEnd ? 'down' : 'up'}"]`);
  };
  const remove = (place: number): void => {
    const neighbor = items[place + 1] ?? items[place - 1];
    flushSync(() => change.remove(items[place]?.key ?? ''));
    announce(m.documents_item_removed({ place: place + 1 }));
    focus(neighbor?.key, 'input');
  };
  /** Goes to the next item, or to a new one. */
  const focusNext = (place: number): void => {
    const next = items[place + 1];
    if (next === undefined) add();
    else focus(next.key, 'input');
  };
  return { announcement, add, move, remove, focusNext };
}
export type ItemList = ReturnType<typeof useItemList>;
