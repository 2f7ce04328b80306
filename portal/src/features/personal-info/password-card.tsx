import { useSession } from '../../lib/session.ts';
import { EditableCard } from '../../ui/editable-card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { PasswordForm } from './password-form.tsx';

/** The own password; that of somebody else cannot be changed here. */
export function PasswordCard() {
  const { user, switched } = useSession();
  return (
    <EditableCard
      name="password"
      title="Password"
      text={
        switched
          ? "Only the account's owner can change its password."
          : 'We recommend a new one every 3-6 months.'
      }
      readOnly={switched}
      renderForm={(close) => <PasswordForm user={user} onClose={close} />}
    >
      <Facts
        facts={[
          [
            'Password',
            <span key="dots" role="img" aria-label="Hidden">
              ••••••••••
            </span>,
          ],
        ]}
      />
    </EditableCard>
  );
}
