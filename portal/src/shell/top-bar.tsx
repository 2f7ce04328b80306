import { lazy, useEffect } from 'react';
import { Link } from '@tanstack/react-router';
import { useMantineContext } from '@mantine/core';
import * as m from '#messages';
import type { Session } from '@lintel/contract/identity/sessions';
import { brand } from '../lib/brand.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import {
  IconChevronDown,
  IconDeviceDesktop,
  IconHelp,
  IconMoon,
  IconSun,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMenu2,
} from '../ui/icons.ts';
import { Popup } from '../ui/popup.tsx';
import type { AccountTools } from './account-actions.ts';
import { menuButtonId, type SidebarState } from './sidebar-state.ts';
import classes from './top-bar.module.css';

/** The panels load after the buttons, because users need the page before its menus. */
const loadPanels = () => import('./add-ons.ts');
const AccountPanel = lazy(() => loadPanels().then((module) => ({ default: module.AccountPanel })));
const ThemePanel = lazy(() => loadPanels().then((module) => ({ default: module.ThemePanel })));
const HelpPanel = lazy(() => loadPanels().then((module) => ({ default: module.HelpPanel })));
const nothing = (): void => undefined;

function AccountMenu({ session, tools }: { session: Session; tools: AccountTools }) {
  const button = (
    <>
      <span className={classes.initials}>{session.initials}</span>
      <span className={classes.who}>
        <span className={classes.fullName}>{session.fullName}</span>
        <span className={classes.email}>{session.email}</span>
      </span>
      <IconChevronDown size={16} aria-hidden />
    </>
  );
  return (
    <Popup
      label={m.shell_account_label({
        initials: session.initials,
        fullName: session.fullName,
        email: session.email,
      })}
      kind="menu"
      buttonClass={classes.account}
      button={button}
    >
      <AccountPanel session={session} tools={tools} />
    </Popup>
  );
}

const schemeIcons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop };

/** Light, dark, or the system setting. */
function ThemeMenu() {
  const Icon = schemeIcons[useMantineContext().colorScheme];
  return (
    <Popup
      label={m.shell_appearance_title()}
      kind="menu"
      buttonClass={classes.icon}
      button={<Icon size={20} stroke={1.6} aria-hidden />}
    >
      <ThemePanel />
    </Popup>
  );
}

const HelpMenu = ({ session }: { session: Session }) => (
  <Popup
    label={m.shell_help()}
    kind="dialog"
    buttonClass={classes.icon}
    button={<IconHelp size={20} stroke={1.6} aria-hidden />}
  >
    <HelpPanel contractor={session.contractor} />
  </Popup>
);

interface Props {
  session: Session;
  /** Null while the sidebar is hidden. */
  sidebar: SidebarState | null;
  tools: AccountTools;
}

/** The bar above each page: the sidebar button, help, appearance, and account. */
export function TopBar({ session, sidebar, tools }: Props) {
  // A failed load is retried when needed.
  useEffect(() => void loadPanels().catch(nothing), []);
  return (
    <header className={classes.bar}>
      {sidebar && <SidebarButton sidebar={sidebar} />}
      {(sidebar === null || sidebar.viewport === 'phone') && (
        <Link
          to="/"
          className={classes.mark}
          aria-label={m.shell_brandDashboard({ brand: brand.name })}
        >
          <BrandMark size={28} />
        </Link>
      )}
      <div className={classes.end}>
        <ThemeMenu />
        <HelpMenu session={session} />
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
      onClick={() => toggle()}
      aria-expanded={expanded}
      aria-controls={expanded || viewport !== 'phone' ? 'sidebar' : undefined}
      aria-label={expanded ? m.shell_menu_collapse() : m.shell_menu_open()}
    >
      <Icon size={20} stroke={1.6} aria-hidden />
    </button>
  );
}
