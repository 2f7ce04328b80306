import { useState, type DragEvent } from 'react';
import type { Order } from './use-order.ts';

/**
 * Moving rows by dragging: the dragged one takes the place of the one that it is held over, and
 * stays there when it is let go.
 */
export function useRowDrag<Item extends { id: number }>({
  list,
  preview,
  settle,
  drop,
}: Order<Item>) {
  const [dragged, setDragged] = useState<number | null>(null);
  return (id: number) => ({
    isDragged: dragged === id,
    onStart: (event: DragEvent): void => {
      const row = event.currentTarget.closest('li');
      event.stopPropagation();
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', '');
      if (row) event.dataTransfer.setDragImage(row, 16, 16);
      setDragged(id);
    },
    onEnter: (event: DragEvent): void => {
      if (dragged === null) return;
      event.preventDefault();
      const place = list.findIndex((item) => item.id === id);
      if (dragged !== id && place >= 0) preview(dragged, place);
    },
    // Without this nothing can be let go here; another list's row cannot.
    onOver: (event: DragEvent): void => void (dragged !== null && event.preventDefault()),
    onEnd: (event: DragEvent): void => {
      event.stopPropagation();
      setDragged(null);
      // Escape, or a place outside the list.
      if (event.dataTransfer.dropEffect === 'none') drop();
      else settle();
    },
  });
}
export type RowDrag = ReturnType<ReturnType<typeof useRowDrag>>;
