import { formatPhone } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { EditableCard } from '../../ui/editable-card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ownCompany } from './own-company.ts';
import { usePendingEmail } from './pending-email.ts';
import { ProfileForm } from './profile-form.tsx';
import classes from './personal-info.module.css';

/** Who the user is. */
export function ProfileCard() {
  const session = useSession();
  const { user } = session;
  const company = ownCompany(session);
  const { pending, remember } = usePendingEmail(user);
  const email = (
    <>
      {user.email}
      {pending !== null && (
        <span className={classes.note}>Waiting for confirmation of {pending}</span>
      )}
    </>
  );
  return (
    <EditableCard
      name="profile"
      title="Profile"
      renderForm={(close) => (
        <ProfileForm user={user} company={company} onEmailAsked={remember} onClose={close} />
      )}
    >
      <Facts
        facts={[
          ['First name', user.firstname],
          ['Last name', user.lastname],
          ['E-mail', email],
          ...(company ? [['Phone', formatPhone(company.phone) || 'None'] as const] : []),
        ]}
      />
    </EditableCard>
  );
}
