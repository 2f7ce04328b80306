import { useEffect, useRef } from 'react';
import { IconX } from '../ui/icons.ts';
import type { MenuEntry } from './menu.ts';
import { menuButtonId, type SidebarState } from './sidebar-state.ts';
import { Sidebar } from './sidebar.tsx';
import classes from './portal-frame.module.css';

/** Places the sidebar: beside the page, or over it on a narrow window. */
export function SidebarPane({
  entries,
  sidebar,
}: {
  entries: readonly MenuEntry[];
  sidebar: SidebarState;
}) {
  const { viewport, expanded, covers, close } = sidebar;
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!covers) return undefined;
    pane.current?.querySelector<HTMLElement>('nav a')?.focus();
    return () => document.getElementById(menuButtonId)?.focus();
  }, [covers]);
  if (viewport === 'phone' && !covers) return null;
  return (
    <>
      {covers && (
        <div
          className={classes.backdrop}
          onClick={close}
          aria-hidden
          data-testid="sidebar-backdrop"
        />
      )}
      <aside
        ref={pane}
        id="sidebar"
        className={classes.sidebar}
        data-expanded={expanded || undefined}
        data-covers={covers || undefined}
        data-testid="sidebar"
        aria-label="Sidebar"
      >
        <Sidebar entries={entries} expanded={expanded} onPick={close} />
        {covers && viewport === 'phone' && (
          <button
            type="button"
            className={classes.close}
            onClick={close}
            aria-label="Close the menu"
          >
            <IconX size={20} aria-hidden />
          </button>
        )}
      </aside>
    </>
  );
}
