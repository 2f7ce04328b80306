import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { ActionIcon } from '@mantine/core';
import * as m from '#messages';
import { useAction } from '../../../lib/use-action.ts';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '../../../ui/icons.ts';
import { trainingKey } from './requests.ts';
import classes from './order.module.css';

interface WithId {
  id: number;
}

/** The items in the order of `ids`; items not in `ids` come last. */
function sortByIds<Item extends WithId>(items: readonly Item[], ids: readonly number[]): Item[] {
  const place = (id: number): number => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return items.toSorted((one, other) => place(one.id) - place(other.id));
}

/**
 * A list with an editable order: the new order shows at once and is saved in the background, one
 * save at a time. `save` gets the ids in their new order and reports its own failures; it resolves
 * when `items` match the stored order.
 */
function useOrder<Item extends WithId>(
  items: readonly Item[],
  save: (ids: Ids) => Promise<unknown>,
) {
  const [shown, show] = useState<readonly number[] | null>(null);
  const pending = useRef<readonly number[] | null>(null);
  const saving = useRef(false);
  const list = shown === null ? items : sortByIds(items, shown);
  const ids = list.map(({ id }) => id);
  const move = (id: number, place: number): readonly number[] => {
    const others = ids.filter((one) => one !== id);
    const next = [...others.slice(0, place), id, ...others.slice(place)];
    show(next);
    return next;
  };
  const saveLatest = async (order: readonly number[]): Promise<void> => {
    pending.current = order;
    if (saving.current) return;
    saving.current = true;
    let last = order;
    while (pending.current !== null) {
      last = pending.current;
      pending.current = null;
      await save(last);
    }
    saving.current = false;
    // A row that is being dragged keeps its position.
    show((current) => (current === last ? null : current));
  };
  return {
    list,
    /** Moves an item and saves the order. */
    move: (id: number, place: number): void => void saveLatest(move(id, place)),
  };
}

type Ids = readonly number[];

/**
 * Saves a new order with `send` and refetches the lists, even after a rejection, because they may
 * have changed. Never throws.
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
  toName: (item: Item) => string;
  /** Saves the ids in their new order; without it, the list is read-only. */
  save?: ((ids: Ids) => Promise<unknown>) | undefined;
  children: (item: Item) => ReactNode;
}

const noSave = (): Promise<boolean> => Promise.resolve(false);

interface Row {
  id: UniqueIdentifier;
}

/** Screen reader announcements for a dragged row. */
const makeAnnouncements = (
  toName: (row: Row) => string,
  toPlace: (row: Row) => string,
): Announcements => ({
  onDragStart: ({ active }) => m.training_order_pickedUp({ item: toName(active) }),
  onDragOver: ({ active, over }) =>
    over === null
      ? undefined
      : m.training_order_over({ item: toName(active), place: toPlace(over) }),
  onDragEnd: ({ active, over }) =>
    over === null
      ? undefined
      : m.training_order_moved({ item: toName(active), place: toPlace(over) }),
  onDragCancel: ({ active }) => m.training_order_unmoved({ item: toName(active) }),
});

const instructions = {
  draggable: m.training_order_instructions(),
};

interface SortingProps<Item extends WithId> {
  items: readonly Item[];
  toName: (item: Item) => string;
  onMove: (id: number, place: number) => void;
  children: ReactNode;
}

/** Makes its rows sortable by mouse, touch, and keyboard. */
function Sorting<Item extends WithId>({ items, toName, onMove, children }: SortingProps<Item>) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const rowIndex = (row: Row): number => items.findIndex(({ id }) => id === row.id);
  const end = ({ active, over }: DragEndEvent): void => {
    if (over !== null && over.id !== active.id) onMove(Number(active.id), rowIndex(over));
  };
  const announcements = makeAnnouncements(
    (row) =>
      items
        .filter(({ id }) => id === row.id)
        .map(toName)
        .join(),
    (row) => m.training_order_place({ place: rowIndex(row) + 1, count: items.length }),
  );
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: instructions }}
      onDragEnd={end}
    >
      <SortableContext items={[...items]} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

/** Rows that can be reordered by dragging or with buttons; moves are announced. */
export function OrderList<Item extends { id: number }>({
  label,
  items,
  toName,
  save,
  children,
}: Props<Item>) {
  const list = useRef<HTMLOListElement>(null);
  const [announcement, announce] = useState('');
  const order = useOrder(items, save ?? noSave);
  const last = order.list.length - 1;
  const move = (item: Item, from: number, place: number): void => {
    flushSync(() => order.move(item.id, place));
    announce(
      m.training_order_movedOf({
        item: toName(item),
        place: place + 1,
        last: last + 1,
      }),
    );
    // At the end of the list that button is disabled; focus the opposite one.
    const isMovingUp = place < from;
    const mark = isMovingUp === (place === 0 || place === last) ? 'down' : 'up';
    list.current
      ?.querySelector<HTMLElement>(`:scope > [data-row="${item.id}"] [data-mark="${mark}"]`)
      ?.focus();
  };
  const rows = order.list.map((item, place) =>
    save === undefined ? (
      <li key={item.id} className={classes.row} data-row={item.id} data-still>
        {children(item)}
      </li>
    ) : (
      <OrderRow
        key={item.id}
        id={item.id}
        name={toName(item)}
        {...(place > 0 && { onUp: () => move(item, place, place - 1) })}
        {...(place < last && { onDown: () => move(item, place, place + 1) })}
      >
        {children(item)}
      </OrderRow>
    ),
  );
  return (
    <>
      <Sorting items={order.list} toName={toName} onMove={order.move}>
        <ol ref={list} className={classes.order} aria-label={label}>
          {rows}
        </ol>
      </Sorting>
      <p className={classes.spoken} role="status">
        {announcement}
      </p>
    </>
  );
}

interface OrderRowProps {
  id: number;
  name: string;
  /** Undefined for the first row. */
  onUp?: () => void;
  /** Undefined for the last row. */
  onDown?: () => void;
  children: ReactNode;
}

/** A row with a drag handle and buttons that move it one place. */
function OrderRow({ id, name, onUp, onDown, children }: OrderRowProps) {
  const {
    setNodeRef,
    setActivatorNodeRef,
    attributes,
    listeners,
    isDragging,
    transform,
    transition,
  } = useSortable({ id });
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-row={id}
      data-dragged={isDragging || undefined}
      // Rows have different heights: they move without stretching and only vertically.
      style={{
        transform: transform ? `translateY(${transform.y}px)` : undefined,
        transition,
      }}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        className={classes.grip}
        {...attributes}
        {...listeners}
        aria-label={m.training_order_drag({ name })}
      >
        <IconGripVertical size={18} aria-hidden />
      </button>
      {children}
      <span className={classes.moves}>
        <MoveButton label={m.common_moveUp({ name })} mark="up" icon={IconArrowUp} onClick={onUp} />
        <MoveButton
          label={m.common_moveDown({ name })}
          mark="down"
          icon={IconArrowDown}
          onClick={onDown}
        />
      </span>
    </li>
  );
}

interface MoveProps {
  label: string;
  /** Identifies the button, so it can be focused again after a move. */
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
