import { useState, type ReactNode, type SyntheticEvent, useEffect, useRef, useId } from 'react';
import { useRouter, Link } from '@tanstack/react-router';
import * as m from '#messages';
import { brand } from '../lib/brand.ts';
import type { NamedScreen } from '../routes/screens.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import { menuIcons, type MenuEntry } from './menu.ts';
import tipClasses from './rail-tip.module.css';
import classes from './sidebar.module.css';

/** The name of a collapsed menu item, next to it on hover or focus. */
function RailTip({
  label,
  disabled,
  children,
}: {
  label: string;
  disabled: boolean;
  children: ReactNode;
}) {
  const [place, setPlace] = useState<{ top: number; left: number } | null>(null);
  if (disabled) return children;
  const show = (event: SyntheticEvent<HTMLElement>): void => {
    const { top, height, right } = event.currentTarget.getBoundingClientRect();
    setPlace({ top: top + height / 2, left: right + 10 });
  };
  const hideTooltip = (): void => setPlace(null);
  return (
    <span
      className={tipClasses.anchor}
      onMouseEnter={show}
      onMouseLeave={hideTooltip}
      onFocus={show}
      onBlur={hideTooltip}
      onKeyDown={(event) => event.key === 'Escape' && hideTooltip()}
    >
      {children}
      {place && (
        <span className={`tooltip ${tipClasses.tip}`} role="tooltip" style={place} aria-hidden>
          {label}
        </span>
      )}
    </span>
  );
}

/** The space above and below the item, in pixels. */
const room = 12;

function showCurrent(menu: HTMLElement | null): void {
  const item = menu?.querySelector('[aria-current="page"]');
  if (!menu || !item) return;
  const [frame, place] = [menu.getBoundingClientRect(), item.getBoundingClientRect()];
  const below = place.bottom + room - frame.bottom;
  const above = frame.top + room - place.top;
  if (below > 0) menu.scrollTop += below;
  else if (above > 0) menu.scrollTop -= above;
}

/** Scrolls the current item of a scrollable menu into view without moving the page. */
function useCurrentInView<Menu extends HTMLElement>() {
  const menu = useRef<Menu>(null);
  const router = useRouter();
  useEffect(() => {
    const show = (): void => showCurrent(menu.current);
    show();
    return router.subscribe('onRendered', show);
  }, [router]);
  return menu;
}

interface Props {
  entries: readonly MenuEntry[];
  expanded: boolean;
  /** Runs after a click on an item: a sidebar over the page collapses. */
  onPick(): void;
}

/** The main menu: icons with labels, or icons with tooltips when collapsed. */
export function Sidebar({ entries, expanded, onPick }: Props) {
  const menu = useCurrentInView<HTMLElement>();
  return (
    <div className={classes.sidebar} data-collapsed={!expanded || undefined}>
      <Link
        to="/"
        className={classes.brand}
        onClick={onPick}
        aria-label={m.shell_brandDashboard({ brand: brand.name })}
      >
        <BrandMark size={32} />
        {expanded && <span className={classes.name}>{brand.name}</span>}
      </Link>
      <nav ref={menu} aria-label={m.shell_menu_main()} className={classes.nav}>
        <ul className={classes.list}>
          {entries.map((entry) =>
            entry.kind === 'screen' ? (
              <Item
                key={entry.screen.name}
                screen={entry.screen}
                expanded={expanded}
                onPick={onPick}
              />
            ) : (
              <Group
                key={entry.label}
                label={entry.label}
                screens={entry.screens}
                expanded={expanded}
                onPick={onPick}
              />
            ),
          )}
        </ul>
      </nav>
    </div>
  );
}

function Group({
  label,
  screens,
  ...rest
}: {
  label: string;
  screens: readonly NamedScreen[];
  expanded: boolean;
  onPick(): void;
}) {
  const labelId = useId();
  return (
    <li className={classes.group}>
      <span id={labelId} className={classes.label} data-hidden={!rest.expanded || undefined}>
        {label}
      </span>
      <ul className={classes.list} aria-labelledby={labelId}>
        {screens.map((screen) => (
          <Item key={screen.name} screen={screen} {...rest} />
        ))}
      </ul>
    </li>
  );
}

function Item({
  screen,
  expanded,
  onPick,
}: {
  screen: NamedScreen;
  expanded: boolean;
  onPick(): void;
}) {
  const Icon = menuIcons[screen.name];
  return (
    <li>
      <RailTip label={screen.label} disabled={expanded}>
        <Link
          to={screen.path}
          className={classes.item}
          onClick={onPick}
          aria-label={expanded ? undefined : screen.label}
        >
          <Icon size={20} stroke={1.6} aria-hidden />
          {expanded && <span>{screen.label}</span>}
        </Link>
      </RailTip>
    </li>
  );
}
