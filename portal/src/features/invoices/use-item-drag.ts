import { useState, type DragEvent } from 'react';
import type { Invoice } from './use-invoice.ts';

/** Moving items by dragging: the dragged one takes the place of the one that it is held over. */
export function useItemDrag({ draft: { items }, items: change }: Invoice) {
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
