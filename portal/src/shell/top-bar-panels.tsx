import { useMantineColorScheme } from '@mantine/core';
import * as m from '#messages';
import type { Contractor } from '@lintel/contract/contractors/contractor';
import type { Session } from '@lintel/contract/identity/sessions';
import { brand, phoneLink } from '../lib/brand.ts';
import { formatPhone } from '../lib/format.ts';
import { isLender, isOwnStaff } from '../lib/session.ts';
import {
  IconArrowLeft,
  IconDeviceDesktop,
  IconExternalLink,
  IconLogout,
  IconMail,
  IconMoon,
  IconPhone,
  IconSun,
  IconUser,
} from '../ui/icons.ts';
import { PopupItem, PopupPanel } from '../ui/popup-panel.tsx';
import { logOut, switchBackToOwn, type AccountTools } from './account-actions.ts';
import classes from './top-bar.module.css';

/** The signed-in and current users, with links to switch back and log out. */
export function AccountPanel({ session, tools }: { session: Session; tools: AccountTools }) {
  return (
    <PopupPanel width={280}>
      <Who session={session} />
      {session.switched && (
        <PopupItem
          icon={<IconArrowLeft size={18} aria-hidden />}
          onPick={() => void switchBackToOwn(tools)}
        >
          {m.shell_switched_back()}
        </PopupItem>
      )}
      {(isOwnStaff(session) || isLender(session)) && (
        <PopupItem
          icon={<IconUser size={18} aria-hidden />}
          onPick={() => void tools.go('/personal-info')}
        >
          {m.common_personalInfo()}
        </PopupItem>
      )}
      {!isLender(session) && (
        <PopupItem
          icon={<IconExternalLink size={18} aria-hidden />}
          href={brand.links.serviceProviderAgreement}
        >
          {m.shell_account_agreement()}
        </PopupItem>
      )}
      <PopupItem icon={<IconLogout size={18} aria-hidden />} onPick={() => void logOut(tools)}>
        {m.shell_account_logout()}
      </PopupItem>
    </PopupPanel>
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
      <span>{m.shell_account_loggedInAs()}</span>
      <strong>{contractor?.companyName ?? user.fullName}</strong>
      <span>{user.email}</span>
    </div>
  );
}

const schemes = [
  { value: 'light', label: m.shell_appearance_light(), Icon: IconSun },
  { value: 'dark', label: m.shell_appearance_dark(), Icon: IconMoon },
  { value: 'auto', label: m.shell_appearance_system(), Icon: IconDeviceDesktop },
] as const;

/** Light, dark, or the system setting; stored in this browser. */
export function ThemePanel() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <PopupPanel width={200}>
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
    </PopupPanel>
  );
}

const tiersWithManager: readonly string[] = ['Pro', 'Brand', 'Concierge'];

/**
 * The customer success manager in the help menu: only for certain tiers, and not after the
 * subscription is canceled.
 */
export function accountManager(contractor: Contractor | null): Contractor['managerCSO'] {
  const tier = contractor?.plan?.tier;
  if (contractor === null || tier === undefined || !tiersWithManager.includes(tier)) return null;
  return contractor.paymentStatus === 'Canceled' ? null : contractor.managerCSO;
}

/** Contacts: the contractor's own manager, if there is one, and the support center. */
export function HelpPanel({ contractor }: { contractor: Contractor | null }) {
  const manager = accountManager(contractor);
  return (
    <PopupPanel width={300}>
      <div className={classes.help}>
        {manager && (
          <section className={classes.block}>
            <h2>{m.shell_successManager()}</h2>
            <p>
              {manager.firstName} {manager.lastName}
            </p>
            <Contacts email={manager.email} phones={manager.additionalContacts.phones} />
          </section>
        )}
        <section className={classes.block}>
          <h2>{m.shell_supportCenter()}</h2>
          <Contacts email={brand.supportEmail} phones={[brand.phone]} />
        </section>
      </div>
    </PopupPanel>
  );
}

function Contacts({ email, phones }: { email: string; phones: readonly string[] }) {
  return (
    <>
      <a className={classes.contact} href={`mailto:${email}`}>
        <IconMail size={18} stroke={1.6} aria-hidden />
        {email}
      </a>
      {phones.map((phone) => (
        <a key={phone} className={classes.contact} href={phoneLink(phone)}>
          <IconPhone size={18} stroke={1.6} aria-hidden />
          {formatPhone(phone)}
        </a>
      ))}
    </>
  );
}
