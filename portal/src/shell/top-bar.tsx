import { Link } from '@tanstack/react-router';
import { useMantineColorScheme } from '@mantine/core';
import * as m from '#messages';
import type { Session } from '@lintel/contract/identity/sessions';
import { brand } from '../lib/brand.ts';
import { isOwnStaff } from '../lib/session.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import {
  IconArrowLeft,
  IconChevronDown,
  IconExternalLink,
  IconLogout,
  IconDeviceDesktop,
  IconMoon,
  IconSun,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMenu2,
  IconUser,
} from '../ui/icons.ts';
import { Popup, PopupItem } from '../ui/popup.tsx';
import { logOut, switchBackToOwn, type AccountTools } from './account-actions.ts';
import { HelpMenu } from './help-menu.tsx';
import { menuButtonId, type SidebarState } from './sidebar-state.ts';
import classes from './top-bar.module.css';

/** Who is signed in, and what they can do about it. */
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
      label={m.shell_account_initials_full_name_email({
        initials: session.initials,
        fullName: session.fullName,
        email: session.email,
      })}
      kind="menu"
      width={280}
      buttonClass={classes.account}
      button={button}
    >
      <Who session={session} />
      {session.switched && (
        <PopupItem
          icon={<IconArrowLeft size={18} aria-hidden />}
          onPick={() => void switchBackToOwn(tools)}
        >
          {m.shell_back_to_my_account()}
        </PopupItem>
      )}
      {isOwnStaff(session) && (
        <PopupItem
          icon={<IconUser size={18} aria-hidden />}
          onPick={() => void tools.go('/personal-info')}
        >
          {m.common_personal_info()}
        </PopupItem>
      )}
      <PopupItem
        icon={<IconExternalLink size={18} aria-hidden />}
        href={brand.links.serviceProviderAgreement}
      >
        {m.shell_service_provider_agreement()}
      </PopupItem>
      <PopupItem icon={<IconLogout size={18} aria-hidden />} onPick={() => void logOut(tools)}>
        {m.shell_logout()}
      </PopupItem>
    </Popup>
  );
}

function Who({ session: { switched, fullName, email, user, contractor } }: { session: Session }) {
  if (!switched) {
    return (
      <div className={classes.head}>
        <strong>{fullName}</strong>
        <span>{email}</span>
      </div>
    );
  }
  return (
    <div className={classes.head}>
      <span>{m.shell_logged_in_as()}</span>
      <strong>{contractor?.companyName ?? user.fullName}</strong>
      <span>{user.email}</span>
    </div>
  );
}

const schemes = [
  { value: 'light', label: m.shell_light(), Icon: IconSun },
  { value: 'dark', label: m.shell_dark(), Icon: IconMoon },
  { value: 'auto', label: m.shell_like_the_system(), Icon: IconDeviceDesktop },
] as const;

/** Light, dark, or as the system says; remembered in this browser. */
function ThemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { Icon: Current } = schemes.find(({ value }) => value === colorScheme) ?? schemes[2];
  return (
    <Popup
      label={m.shell_appearance()}
      kind="menu"
      width={200}
      buttonClass={classes.icon}
      button={<Current size={20} stroke={1.6} aria-hidden />}
    >
      {schemes.map(({ value, label, Icon }) => (
        <PopupItem
          key={value}
          icon={<Icon size={18} stroke={1.6} aria-hidden />}
          checked={value === colorScheme}
          onPick={() => setColorScheme(value)}
        >
          {label}
        </PopupItem>
      ))}
    </Popup>
  );
}

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
        <Link
          to="/"
          className={classes.mark}
          aria-label={m.shell_brand_dashboard({ brand: brand.name })}
        >
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
      aria-label={expanded ? m.shell_collapse_the_menu() : m.shell_open_the_menu()}
    >
      <Icon size={20} stroke={1.6} aria-hidden />
    </button>
  );
}
