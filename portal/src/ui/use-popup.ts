import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

/** `menu`: items that one walks through with the arrow keys. `dialog`: anything else. */
export type PopupKind = 'menu' | 'dialog';

const stops = { menu: '[role^="menuitem"]', dialog: 'a[href], button' };
const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/**
 * Opens and closes a panel under a button and walks through its items. Escape and a click elsewhere
 * close it.
 */
export function usePopup(kind: PopupKind) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = (): void => {
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  };
  useEffect(() => {
    if (!open) return undefined;
    panel.current?.querySelector<HTMLElement>(stops[kind])?.focus();
    const onPointer = (event: PointerEvent): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [open, kind]);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') return close();
    const step = kind === 'menu' ? steps[event.key] : undefined;
    const items = [...(panel.current?.querySelectorAll<HTMLElement>(stops[kind]) ?? [])];
    if (step === undefined || items.length === 0) return undefined;
    event.preventDefault();
    return items[step(items.indexOf(document.activeElement as HTMLElement), items.length)]?.focus();
  };
  const leave = (to: EventTarget | null): void => {
    if (to !== null && !root.current?.contains(to as Node)) setOpen(false);
  };
  return { open, toggle: () => setOpen(!open), close, leave, onKey, root, panel };
}
