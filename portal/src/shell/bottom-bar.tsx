import { useEffect, useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import * as m from '#messages';
import type { Session } from '@lintel/contract/identity/sessions';
import { openSendSheet, sendingAccess } from '../features/links/index.ts';
import { may } from '../lib/session.ts';
import { opens } from '../routes/guard.ts';
import { screenNamed, type ScreenName } from '../routes/screens.ts';
import { IconAddressBook, IconDots, IconHome, IconSend, IconUsers } from '../ui/icons.ts';
import { moreButtonId, type SidebarState } from './sidebar-state.ts';
import classes from './bottom-bar.module.css';

/** A keyboard takes more of the window than the browser's own bars, which come and go. */
const leastKeyboard = 150;

/**
 * Whether an on-screen keyboard is open: much less of the window is visible than before at this
 * width. Zooming doesn't count.
 */
function useKeyboard(): boolean {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const seen = window.visualViewport;
    if (!seen) return undefined;
    let most = { width: 0, height: 0 };
    const look = (): void => {
      const height = seen.height * seen.scale;
      if (most.width !== window.innerWidth || height > most.height)
        most = { width: window.innerWidth, height };
      setOpen(height < most.height - leastKeyboard);
    };
    look();
    seen.addEventListener('resize', look);
    return () => seen.removeEventListener('resize', look);
  }, []);
  return open;
}

/** The most used screens of the menu, in reach of a thumb. */
export function BottomBar({ session, sidebar }: { session: Session; sidebar: SidebarState }) {
  const keyboard = useKeyboard();
  const place = (name: ScreenName, label: string, icon: ReactNode) => {
    const screen = screenNamed(name);
    if (!opens(screen, session)) return null;
    return (
      <li>
        <Link to={screen.path} activeOptions={{ exact: screen.path === '/' }}>
          {icon}
          {label}
        </Link>
      </li>
    );
  };
  return (
    <nav
      className={classes.bar}
      aria-label={m.shell_bottomBar_title()}
      inert={sidebar.covers}
      hidden={keyboard}
    >
      <ul>
        {place('main', m.shell_bottomBar_home(), <IconHome size={22} stroke={1.6} aria-hidden />)}
        {place(
          'reports-applications',
          m.common_applications(),
          <IconUsers size={22} stroke={1.6} aria-hidden />,
        )}
        {may(session, sendingAccess) && (
          <li>
            <button type="button" aria-haspopup="dialog" onClick={() => openSendSheet()}>
              <IconSend size={22} stroke={1.6} aria-hidden />
              {m.common_send()}
            </button>
          </li>
        )}
        {place(
          'customers',
          m.common_customers(),
          <IconAddressBook size={22} stroke={1.6} aria-hidden />,
        )}
        <li>
          <button
            id={moreButtonId}
            type="button"
            aria-expanded={sidebar.covers}
            aria-controls={sidebar.covers ? 'sidebar' : undefined}
            onClick={() => sidebar.toggle(moreButtonId)}
          >
            <IconDots size={22} stroke={1.6} aria-hidden />
            {m.shell_bottomBar_more()}
          </button>
        </li>
      </ul>
    </nav>
  );
}
