import { Button, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/api/api-error.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { sessionQuery } from '../../lib/session.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { IconArrowLeft } from '../../ui/icons.ts';
import { Link } from '../../ui/link.tsx';
import { AccountField, AuthTitle } from './auth-card.tsx';
import { signIn, signInRules } from './sign-in.ts';
import classes from './auth-card.module.css';

interface Props {
  email: string;
  onBack: () => void;
  onSignedIn: () => Promise<void>;
}

/**
 * Signs in with the account's e-mail and a password; what fails is told by a toast and marks both
 * inputs.
 */
function useSignIn({ email, onSignedIn }: Props) {
  const client = useQueryClient();
  const form = useContractForm({
    initial: { username: email, password: '' },
    rules: signInRules.whole,
    onSubmit: async (sent) => {
      await signIn({ body: sent });
      client.clear();
      await client.fetchQuery(sessionQuery);
      showToast('Login successful!');
      await onSignedIn();
    },
    onFailure: (error) => {
      form.setErrors({ username: ' ', password: ' ' });
      showToast(messageOf(error), 'danger', toastLife.long);
    },
  });
  return form;
}

/** Step two: the password of the account. The e-mail stays in sight. */
export function PasswordStep(props: Props) {
  const { email, onBack } = props;
  const { form, field, busy, errors } = useSignIn(props);
  return (
    <form {...form} className={classes.form}>
      <div>
        <AuthTitle lead="Enter your password to continue.">Welcome back</AuthTitle>
        <AccountField email={email} invalid={errors['username'] !== undefined} />
        <PasswordInput
          {...field('password')}
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk
          autoFocus
          maxLength={64}
        />
      </div>
      <Button type="submit" size="md" fullWidth loading={busy}>
        Sign into your Account
      </Button>
      <div className={classes.row}>
        <button type="button" className={classes.back} onClick={onBack}>
          <IconArrowLeft size={16} aria-hidden />
          Back
        </button>
        <Link to={`/restore?${new URLSearchParams({ email }).toString()}`}>Forgot password?</Link>
      </div>
    </form>
  );
}
