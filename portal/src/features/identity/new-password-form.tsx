import { useState } from 'react';
import { Button, PasswordInput } from '@mantine/core';
import { messageOf } from '../../lib/api/api-error.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast } from '../../lib/toast.ts';
import { PasswordMeter } from '../../ui/password-meter.tsx';
import { AccountField } from './auth-card.tsx';
import { isRefusedLink } from './use-link.ts';
import classes from './link-pages.module.css';

/** Milliseconds that a toast about a password stays. */
const passwordErrorLife = 10_000;

interface Props {
  email: string;
  label: string;
  button: string;
  onSend: (password: string) => Promise<void>;
  onInvalidLink: () => void;
}

const loadRules = () =>
  import('@lintel/contract/identity-account').then((contract) => contract.passwordPair);

/** A password typed twice, for the account that the link names. */
export function NewPasswordForm({ email, label, button, onSend, onInvalidLink }: Props) {
  const [visible, setVisible] = useState(false);
  const { form, field, busy, values, errors } = useContractForm({
    initial: { password: '', confirmation: '' },
    rules: loadRules,
    onSubmit: ({ password }) => onSend(password),
    fieldFor: () => 'password',
    onFailure: (error) => {
      if (isRefusedLink(error)) onInvalidLink();
      else showToast(messageOf(error), 'danger', passwordErrorLife);
    },
  });
  const shared = {
    visible,
    onVisibilityChange: setVisible,
    visibilityToggleButtonProps: {
      'aria-label': visible ? 'Hide password' : 'Show password',
      tabIndex: 0,
    },
    autoComplete: 'new-password',
    required: true,
    withAsterisk: true,
  };
  return (
    <form {...form} className={classes.form}>
      <AccountField email={email} />
      <div className={classes.fields}>
        <PasswordInput {...field('password')} {...shared} label={label} autoFocus />
        <PasswordMeter value={values.password} said={errors.password} />
      </div>
      <PasswordInput {...field('confirmation')} {...shared} label="Password Confirmation" />
      <Button type="submit" size="md" fullWidth loading={busy}>
        {button}
      </Button>
    </form>
  );
}
