import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { OrderRow } from './order-row.tsx';
import { useOrder } from './use-order.ts';
import { useRowDrag } from './use-row-drag.ts';
import classes from './order.module.css';

interface Props<Item extends { id: number }> {
  label: string;
  items: readonly Item[];
  nameOf: (item: Item) => string;
  /** Saves the ids in their new order; without it the order only shows. */
  save?: ((ids: readonly number[]) => Promise<void>) | undefined;
  children: (item: Item) => ReactNode;
}

const nothing = (): Promise<void> => Promise.resolve();

/**
 * Rows that are put in order by dragging, or by the buttons that each one has; what was moved is
 * announced.
 */
export function OrderList<Item extends { id: number }>({
  label,
  items,
  nameOf,
  save,
  children,
}: Props<Item>) {
  const list = useRef<HTMLOListElement>(null);
  const [news, tell] = useState('');
  const order = useOrder(items, save ?? nothing);
  const drag = useRowDrag(order);
  const last = order.list.length - 1;
  const move = (item: Item, from: number, place: number): void => {
    flushSync(() => order.move(item.id, place));
    tell(`${nameOf(item)} moved to place ${place + 1} of ${last + 1}`);
    // At the end of the list that button rests; the other one leads back.
    const goesUp = place < from;
    const mark = goesUp === (place === 0 || place === last) ? 'down' : 'up';
    list.current
      ?.querySelector<HTMLElement>(`:scope > [data-row="${item.id}"] [data-mark="${mark}"]`)
      ?.focus();
  };
  return (
    <>
      <ol ref={list} className={classes.order} aria-label={label}>
        {order.list.map((item, place) => (
          <OrderRow
            key={item.id}
            id={item.id}
            name={nameOf(item)}
            drag={save && drag(item.id)}
            {...(place > 0 && { onUp: () => move(item, place, place - 1) })}
            {...(place < last && { onDown: () => move(item, place, place + 1) })}
          >
            {children(item)}
          </OrderRow>
        ))}
      </ol>
      <p className={classes.spoken} role="status">
        {news}
      </p>
    </>
  );
}
