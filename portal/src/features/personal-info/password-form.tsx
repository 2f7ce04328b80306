import { PasswordInput } from '@mantine/core';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { EditableForm } from '../../ui/editable-form.tsx';
import { PasswordMeter } from '../../ui/password-meter.tsx';
import { changePassword } from './api/change-password.ts';
import { passwordErrorLife, tellNotSaved, tellSaved } from './saving.ts';

interface Props {
  user: { id: number; email: string };
  onClose: () => void;
}

const toggle = (what: string) => ({ tabIndex: 0, 'aria-label': `Show or hide the ${what}` });

/** A new password, typed twice. Left empty it changes nothing. */
export function PasswordForm({ user: { id, email }, onClose }: Props) {
  const { form, field, values, errors, busy } = useContractForm({
    initial: { password: '', confirmation: '' },
    rules: () =>
      import('@lintel/contract/identity-account').then((account) => account.optionalPasswordPair),
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
      <PasswordMeter value={values.password} said={errors.password} />
      <PasswordInput
        {...field('confirmation')}
        label="Password confirmation"
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle('password confirmation')}
      />
    </EditableForm>
  );
}
