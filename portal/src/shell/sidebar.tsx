import { useId } from 'react';
import { Link } from '@tanstack/react-router';
import type { Screen, ScreenName } from '../routes/screens.ts';
import { brand } from '../lib/brand.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import { RailTip } from '../ui/rail-tip.tsx';
import { menuIcons } from './menu-icons.ts';
import type { MenuEntry } from './menu.ts';
import { useCurrentInView } from './use-current-in-view.ts';
import classes from './sidebar.module.css';

interface Props {
  entries: readonly MenuEntry[];
  expanded: boolean;
  /** After a click on an item: a sidebar that lies over the page collapses. */
  onPick(): void;
}

/** The main menu: icons with labels, or icons alone with tooltips when collapsed. */
export function Sidebar({ entries, expanded, onPick }: Props) {
  const menu = useCurrentInView<HTMLElement>();
  return (
    <div className={classes.sidebar} data-collapsed={!expanded || undefined}>
      <Link
        to="/"
        className={classes.brand}
        onClick={onPick}
        aria-label={`${brand.name} dashboard`}
      >
        <BrandMark size={32} />
        {expanded && <span className={classes.name}>{brand.name}</span>}
      </Link>
      <nav ref={menu} aria-label="Main" className={classes.nav}>
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
  screens: readonly Screen[];
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

function Item({ screen, expanded, onPick }: { screen: Screen; expanded: boolean; onPick(): void }) {
  const Icon = menuIcons[screen.name as ScreenName];
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
