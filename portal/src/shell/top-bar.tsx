import { Link } from '@tanstack/react-router';
import type { Session } from '@lintel/contract/identity';
import { brand } from '../lib/brand.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMenu2,
} from '../ui/icons.ts';
import type { AccountTools } from './account-actions.ts';
import { AccountMenu } from './account-menu.tsx';
import { HelpMenu } from './help-menu.tsx';
import { menuButtonId, type SidebarState } from './sidebar-state.ts';
import { ThemeMenu } from './theme-menu.tsx';
import classes from './top-bar.module.css';

interface Props {
  session: Session;
  /** Null while the sidebar is hidden. */
  sidebar: SidebarState | null;
  tools: AccountTools;
}

/** The bar over each page: the sidebar's button, help, appearance and the account. */
export function TopBar({ session, sidebar, tools }: Props) {
  return (
    <header className={classes.bar}>
      {sidebar && <SidebarButton sidebar={sidebar} />}
      {(sidebar === null || sidebar.viewport === 'phone') && (
        <Link to="/" className={classes.mark} aria-label={`${brand.name} dashboard`}>
          <BrandMark size={28} />
        </Link>
      )}
      <div className={classes.end}>
        <ThemeMenu />
        <HelpMenu contractor={session.contractor} />
        <AccountMenu session={session} tools={tools} />
      </div>
    </header>
  );
}

function SidebarButton({ sidebar: { viewport, expanded, toggle } }: { sidebar: SidebarState }) {
  const Icon =
    viewport === 'phone'
      ? IconMenu2
      : expanded
        ? IconLayoutSidebarLeftCollapse
        : IconLayoutSidebarLeftExpand;
  return (
    <button
      id={menuButtonId}
      type="button"
      className={classes.icon}
      onClick={toggle}
      aria-expanded={expanded}
      aria-controls={expanded || viewport !== 'phone' ? 'sidebar' : undefined}
      aria-label={expanded ? 'Collapse the menu' : 'Open the menu'}
    >
      <Icon size={20} stroke={1.6} aria-hidden />
    </button>
  );
}
