import type { Session } from '@lintel/contract/identity';
import { brand } from '../lib/brand.ts';
import { IconArrowLeft, IconChevronDown, IconExternalLink, IconLogout } from '../ui/icons.ts';
import { Popup, PopupItem } from '../ui/popup.tsx';
import { logOut, switchBackToOwn, type AccountTools } from './account-actions.ts';
import classes from './top-bar.module.css';

/** Who is signed in, and what they can do about it. */
export function AccountMenu({ session, tools }: { session: Session; tools: AccountTools }) {
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
      label={`Account: ${session.initials} ${session.fullName} ${session.email}`}
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
          Back to my account
        </PopupItem>
      )}
      <PopupItem
        icon={<IconExternalLink size={18} aria-hidden />}
        href={brand.links.serviceProviderAgreement}
      >
        Service Provider Agreement
      </PopupItem>
      <PopupItem icon={<IconLogout size={18} aria-hidden />} onPick={() => void logOut(tools)}>
        Logout
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
      <span>Logged in as</span>
      <strong>{contractor?.companyName ?? user.fullName}</strong>
      <span>{user.email}</span>
    </div>
  );
}
