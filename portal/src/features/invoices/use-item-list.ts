import { useRef, useState, type DragEvent } from 'react';
import { flushSync } from 'react-dom';
import { maxInvoiceItems } from '@lintel/contract/invoices-constants';
import type { Invoice } from './use-invoice.ts';

/** Adding, moving and removing items: by buttons, with the focus kept where the hand is, and by dragging. */
export function useItemList({ draft: { items }, items: change }: Invoice) {
  const list = useRef<HTMLOListElement>(null);
  const [news, tell] = useState('');
  const [dragged, setDragged] = useState<string | null>(null);
  const focus = (key: string | undefined, selector: string): void =>
    list.current?.querySelector<HTMLElement>(`[data-item="${key}"] ${selector}`)?.focus();
  const add = (): void => {
    if (items.length >= maxInvoiceItems) return;
    flushSync(change.add);
    tell(`Item ${items.length + 1} added`);
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  };
  const move = (key: string, place: number): void => {
    const from = items.findIndex((item) => item.key === key);
    flushSync(() => change.move(key, place));
    tell(`Item ${from + 1} moved to place ${place + 1} of ${items.length}`);
    focus(key, `[data-mark="${place < from ? 'up' : 'down'}"]:not(:disabled)`);
    // At the end of the list that button rests; the other one leads back.
    if (place === 0) focus(key, '[data-mark="down"]');
    if (place === items.length - 1) focus(key, '[data-mark="up"]');
  };
  const remove = (place: number): void => {
    const neighbour = items[place + 1] ?? items[place - 1];
    flushSync(() => change.remove(items[place]?.key ?? ''));
    tell(`Item ${place + 1} removed`);
    focus(neighbour?.key, 'input');
  };
  return {
    list,
    news,
    add,
    move,
    remove,
    /** To the next item, or to a new one. */
    goOn: (place: number): void => {
      const next = items[place + 1];
      if (next === undefined) add();
      else focus(next.key, 'input');
    },
    dragOf: (key: string) => ({
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
    }),
  };
}
export type ItemList = ReturnType<typeof useItemList>;
