import * as m from '#messages';
import type { Contractor } from '@lintel/contract/contractors/contractor';
import { brand, phoneLink } from '../lib/brand.ts';
import { formatPhone } from '../lib/format.ts';
import { IconHelp, IconMail, IconPhone } from '../ui/icons.ts';
import { Popup } from '../ui/popup.tsx';
import classes from './top-bar.module.css';

const tiersWithManager: readonly string[] = ['Pro', 'Brand', 'Concierge'];

/**
 * The customer success manager that the help menu shows: those tiers only, and not once the
 * subscription is canceled.
 */
export function managerOf(contractor: Contractor | null): Contractor['managerCSO'] {
  const tier = contractor?.plan?.tier;
  if (contractor === null || tier === undefined || !tiersWithManager.includes(tier)) return null;
  return contractor.paymentStatus === 'Canceled' ? null : contractor.managerCSO;
}

/** Whom to ask: the contractor's own manager when there is one, and the support center. */
export function HelpMenu({ contractor }: { contractor: Contractor | null }) {
  const manager = managerOf(contractor);
  return (
    <Popup
      label={m.shell_help()}
      kind="dialog"
      width={300}
      buttonClass={classes.icon}
      button={<IconHelp size={20} stroke={1.6} aria-hidden />}
    >
      <div className={classes.help}>
        {manager && (
          <section className={classes.block}>
            <h2>{m.shell_customer_success_manager()}</h2>
            <p>
              {manager.firstName} {manager.lastName}
            </p>
            <Contacts email={manager.email} phones={manager.additionalContacts.phones} />
          </section>
        )}
        <section className={classes.block}>
          <h2>{m.shell_support_center()}</h2>
          <Contacts email={brand.supportEmail} phones={[brand.phone]} />
        </section>
      </div>
    </Popup>
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
