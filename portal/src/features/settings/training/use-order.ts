import { useRef, useState } from 'react';

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
export function useOrder<Item extends Numbered>(
  items: readonly Item[],
  save: (ids: readonly number[]) => Promise<void>,
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
export type Order<Item extends Numbered> = ReturnType<typeof useOrder<Item>>;
