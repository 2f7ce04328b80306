import type { Editor } from './use-editor.ts';
import { newItem, type ItemValues } from './values.ts';

/** Moves errors by item position together with their items. */
const moved = (
  errors: Readonly<Record<string, string>>,
  from: readonly ItemValues[],
  to: readonly ItemValues[],
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, message]) => {
      const [, place, field] = /^items\.(\d+)\.(\w+)$/.exec(name) ?? [];
      if (place === undefined) return name === 'items' ? [] : [[name, message]];
      const now = to.findIndex(({ key }) => key === from[Number(place)]?.key);
      return now < 0 ? [] : [[`items.${now}.${field}`, message]];
    }),
  );

/** The editor's operations on items. */
export function itemChanges({ now, setValue, setErrors }: Editor) {
  const put = (change: (items: ItemValues[]) => ItemValues[]): void => {
    const { items } = now();
    const next = change(items);
    setErrors((errors) => moved(errors, items, next));
    setValue('items', next);
  };
  return {
    add: (): void => put((items) => [...items, newItem()]),
    remove: (key: string): void => put((items) => items.filter((item) => item.key !== key)),
    move: (key: string, place: number): void =>
      put((items) => {
        const item = items.find((one) => one.key === key);
        return item === undefined
          ? items
          : items.filter((one) => one !== item).toSpliced(place, 0, item);
      }),
    set: (place: number, change: Partial<ItemValues>): void => {
      setErrors((errors) =>
        Object.fromEntries(
          Object.entries(errors).filter(
            ([name]) => !Object.keys(change).some((field) => name === `items.${place}.${field}`),
          ),
        ),
      );
      setValue(
        'items',
        now().items.map((item, at) => (at === place ? { ...item, ...change } : item)),
      );
    },
  };
}
export type ItemChanges = ReturnType<typeof itemChanges>;
