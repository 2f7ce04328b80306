import { Menu } from '@mantine/core';
import type { Session } from '@lintel/contract/identity';
import { brand } from '../lib/brand.ts';
import { IconArrowLeft, IconChevronDown, IconExternalLink, IconLogout } from '../ui/icons.ts';
import { logOut, switchBackToOwn, type AccountTools } from './account-actions.ts';
import classes from './top-bar.module.css';

/** Who is signed in, and what they can do about it. */
export function AccountMenu({ session, tools }: { session: Session; tools: AccountTools }) {
  return (
    <Menu width={280}>
      <Menu.Target>
        <button type="button" className={classes.account} aria-label={`Account of ${session.fullName}`}>
          <span className={classes.initials}>{session.initials}</span>
          <span className={classes.who}>
            <span className={classes.fullName}>{session.fullName}</span>
            <span className={classes.email}>{session.email}</span>
          </span>
          <IconChevronDown size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Who session={session} />
        <Menu.Divider />
        {session.switched && (
          <Menu.Item leftSection={<IconArrowLeft size={18} aria-hidden />} onClick={() => void switchBackToOwn(tools)}>
            Back to my account
          </Menu.Item>
        )}
        <Menu.Item
          component="a"
          href={brand.links.serviceProviderAgreement}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={18} aria-hidden />}
        >
          Service Provider Agreement
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={() => void logOut(tools)}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
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
      <span>Logged in as</span>
      <strong>{contractor?.companyName ?? user.fullName}</strong>
      <span>{user.email}</span>
    </div>
  );
}
