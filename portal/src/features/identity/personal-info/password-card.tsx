import { PasswordInput } from '@mantine/core';
import type { changePassword as endpoint } from '@lintel/contract/identity/account';
import { call } from '../../../lib/api/call.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { useSession } from '../../../lib/session.ts';
import { EditableCard, EditableForm } from '../../../ui/editable-card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { PasswordMeter } from '../../../ui/password-meter.tsx';
import { passwordErrorLife, tellNotSaved, tellSaved } from './saving.ts';

/** Sets the own password. */
const changePassword = call<typeof endpoint>(
  { method: 'POST', path: '/user/{id}/update-password', encoding: 'form' },
  { handles: [500] },
);

interface Props {
  user: { id: number; email: string; fullName: string };
  onClose: () => void;
}

const toggle = (what: string) => ({ tabIndex: 0, 'aria-label': `Show or hide the ${what}` });

/** A new password, typed twice. Left empty it changes nothing. */
function PasswordForm({ user: { id, email, fullName }, onClose }: Props) {
  const { form, field, values, errors, busy } = useContractForm({
    initial: { password: '', confirmation: '' },
    rules: () =>
      import('@lintel/contract/identity/account').then((account) => account.optionalPasswordPair),
    onSubmit: async ({ password }) => {
      if (password !== '') await changePassword({ params: { id }, body: { id, password } });
      onClose();
      if (password !== '') tellSaved();
    },
    onFailure: (error) => tellNotSaved(error, passwordErrorLife),
  });
  return (
    <EditableForm form={form} busy={busy} onCancel={onClose}>
      {/* For the password manager, so that it knows whose password this is. */}
      <input hidden readOnly type="email" autoComplete="username" value={email} />
      <PasswordInput
        {...field('password')}
        label="New password"
        description={errors.password === undefined && 'Leave it empty to keep your password.'}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle('new password')}
      />
      <PasswordMeter
        value={values.password}
        said={errors.password}
        about={`${email} ${fullName}`}
      />
      <PasswordInput
        {...field('confirmation')}
        label="Password confirmation"
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle('password confirmation')}
      />
    </EditableForm>
  );
}

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
