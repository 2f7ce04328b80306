import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { ActionIcon } from '@mantine/core';
import { useAction } from '../../../lib/use-action.ts';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '../../../ui/icons.ts';
import { trainingKey } from './requests.ts';
import classes from './order.module.css';

interface Numbered {
  id: number;
}

/** The items in the order of `ids`; those that it does not name come last. */
function arranged<Item extends Numbered>(items: readonly Item[], ids: readonly number[]): Item[] {
  const place = (id: number): number => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return items.toSorted((one, other) => place(one.id) - place(other.id));
}

/**
 * A list whose order is changed: the new order shows at once and is saved behind it, one save after
 * the other. `save` gets the ids in their new order and tells its failures itself; it resolves once
 * `items` are what is stored.
 */
function useOrder<Item extends Numbered>(
  items: readonly Item[],
  save: (ids: Ids) => Promise<unknown>,
) {
  const [shown, show] = useState<readonly number[] | null>(null);
  const wanted = useRef<readonly number[] | null>(null);
  const saving = useRef(false);
  const list = shown === null ? items : arranged(items, shown);
  const ids = list.map(({ id }) => id);
  const move = (id: number, place: number): readonly number[] => {
    const others = ids.filter((one) => one !== id);
    const next = [...others.slice(0, place), id, ...others.slice(place)];
    show(next);
    return next;
  };
  const keep = async (order: readonly number[]): Promise<void> => {
    wanted.current = order;
    if (saving.current) return;
    saving.current = true;
    let last = order;
    while (wanted.current !== null) {
      last = wanted.current;
      wanted.current = null;
      await save(last);
    }
    saving.current = false;
    // What is being dragged meanwhile stays where it is held.
    show((current) => (current === last ? null : current));
  };
  return {
    list,
    /** Shows an item at another place without saving it yet. */
    preview: (id: number, place: number): void => void move(id, place),
    /** Saves what is shown. */
    settle: (): void => void (shown !== null && keep(shown)),
    /** Shows what is stored. */
    drop: (): void => show(null),
    /** Puts an item at another place and saves that. */
    move: (id: number, place: number): void => void keep(move(id, place)),
  };
}
type Order<Item extends Numbered> = ReturnType<typeof useOrder<Item>>;

/**
 * Moving rows by dragging: the dragged one takes the place of the one that it is held over, and
 * stays there when it is let go.
 */
function useRowDrag<Item extends { id: number }>({ list, preview, settle, drop }: Order<Item>) {
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
type RowDrag = ReturnType<ReturnType<typeof useRowDrag>>;

type Ids = readonly number[];

/**
 * Saves a new order by `send` and reads the lists again, also when it was refused: they may have
 * changed meanwhile. Never throws.
 */
export function useSaveOrder(
  send: (ids: number[]) => Promise<unknown>,
): (ids: Ids) => Promise<boolean> {
  const { run } = useAction({
    call: (ids: Ids) => send([...ids]),
    refresh: [trainingKey],
    refreshAlways: true,
  });
  return run;
}

interface Props<Item extends { id: number }> {
  label: string;
  items: readonly Item[];
  nameOf: (item: Item) => string;
  /** Saves the ids in their new order; without it the order only shows. */
  save?: ((ids: Ids) => Promise<unknown>) | undefined;
  children: (item: Item) => ReactNode;
}

const nothing = (): Promise<boolean> => Promise.resolve(false);

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

interface OrderRowProps {
  id: number;
  name: string;
  /** Undefined where the order only shows. */
  drag: RowDrag | undefined;
  /** Undefined at the beginning. */
  onUp?: () => void;
  /** Undefined at the end. */
  onDown?: () => void;
  children: ReactNode;
}

/** A row with a handle to drag it by, and buttons that move it without a mouse. */
function OrderRow({ id, name, drag, onUp, onDown, children }: OrderRowProps) {
  if (drag === undefined)
    return (
      <li className={classes.row} data-row={id} data-still>
        {children}
      </li>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its handle and its buttons are interactive, not the row
    <li
      className={classes.row}
      data-row={id}
      data-dragged={drag.isDragged || undefined}
      onDragEnter={drag.onEnter}
      onDragOver={drag.onOver}
      onDrop={drag.onOver}
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
      <span className={classes.moves}>
        <MoveButton label={`Move ${name} up`} mark="up" icon={IconArrowUp} onClick={onUp} />
        <MoveButton label={`Move ${name} down`} mark="down" icon={IconArrowDown} onClick={onDown} />
      </span>
    </li>
  );
}

interface MoveProps {
  label: string;
  /** By which the focus finds the button again after the row was moved. */
  mark: 'up' | 'down';
  icon: typeof IconArrowUp;
  onClick: (() => void) | undefined;
}

const MoveButton = ({ label, mark, icon: Icon, onClick }: MoveProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={32}
    aria-label={label}
    data-mark={mark}
    disabled={onClick === undefined}
    onClick={onClick}
  >
    <Icon size={16} aria-hidden />
  </ActionIcon>
);
