import { PasswordInput } from '@mantine/core';
import * as m from '#messages';
import type { changePassword as endpoint } from '@lintel/contract/identity/account';
import { call } from '../../../lib/api/call.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { useSession } from '../../../lib/session.ts';
import { EditableCard, EditableForm } from '../../../ui/editable-card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { PasswordMeter } from '../../../ui/password-meter.tsx';
import { passwordErrorLife, notifySaveFailure, notifySaved } from './saving.ts';

/** Changes the user's own password. */
const changePassword = call<typeof endpoint>(
  { method: 'POST', path: '/user/{id}/update-password', encoding: 'form' },
  { handles: [500] },
);

interface Props {
  user: { id: number; email: string; firstname: string; lastname: string };
  /** Null for staff. */
  company: string | null;
  onClose: () => void;
}

const toggle = (label: string) => ({ tabIndex: 0, 'aria-label': label });

/** A new password, entered twice. Left empty, it changes nothing. */
function PasswordForm({ user: { id, ...person }, company, onClose }: Props) {
  const { email, firstname, lastname } = person;
  const { form, field, values, errors, busy } = useContractForm({
    initial: { password: '', confirmation: '' },
    rules: () =>
      import('@lintel/contract/identity/account').then((account) => account.optionalPasswordPair),
    onSubmit: async ({ password }) => {
      if (password !== '') await changePassword({ params: { id }, body: { id, password } });
      onClose();
      if (password !== '') notifySaved();
    },
    onFailure: (error) => notifySaveFailure(error, passwordErrorLife),
  });
  return (
    <EditableForm form={form} busy={busy} onCancel={onClose}>
      {/* Identifies the account to the password manager. */}
      <input hidden readOnly type="email" autoComplete="username" value={email} />
      <PasswordInput
        {...field('password')}
        label={m.screens_newPassword()}
        description={errors.password === undefined && m.identity_password_keepHelp()}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle(m.identity_password_toggleNew())}
      />
      <PasswordMeter
        value={values.password}
        errorText={errors.password}
        owner={{ email, firstname, lastname, company }}
      />
      <PasswordInput
        {...field('confirmation')}
        label={m.identity_password_confirmation()}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle(m.identity_password_toggleConfirmation())}
      />
    </EditableForm>
  );
}

/** The user's own password; another user's can't be changed here. */
export function PasswordCard() {
  const { user, contractor, switched } = useSession();
  return (
    <EditableCard
      name="password"
      title={m.common_password()}
      text={switched ? m.identity_password_ownerOnly() : m.identity_password_recommendation()}
      readOnly={switched}
      renderForm={(close) => (
        <PasswordForm user={user} company={contractor?.companyName ?? null} onClose={close} />
      )}
    >
      <Facts
        facts={[
          [
            m.common_password(),
            <span key="dots" role="img" aria-label={m.identity_password_hidden()}>
              ••••••••••
            </span>,
          ],
        ]}
      />
    </EditableCard>
  );
}
