import { Button, TextInput } from '@mantine/core';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { Link } from '../../ui/link.tsx';
import { postRestore } from './api/restore-password.ts';
import { AuthTitle } from './auth-card.tsx';
import { showRestoreFailure } from './restore-failure.ts';
import { signInAddress } from './sign-in-address.ts';
import classes from './link-pages.module.css';

const loadRules = () =>
  import('@lintel/contract/identity-account').then((contract) => contract.emailForm);

/** The e-mail of the account whose password is forgotten. */
export function RestoreForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const { form, field, busy, values } = useContractForm({
    initial: { email },
    rules: loadRules,
    onSubmit: async (sent) => {
      await postRestore({ body: sent });
      onSent(sent.email);
    },
    onFailure: showRestoreFailure,
  });
  return (
    <>
      <form {...form} className={classes.form}>
        <div>
          <AuthTitle lead="We send you a link to choose a new password.">
            Reset your password
          </AuthTitle>
          <TextInput
            {...field('email')}
            label="E-mail"
            type="email"
            autoComplete="username"
            inputMode="email"
            required
            withAsterisk
            autoFocus
          />
        </div>
        <Button type="submit" size="md" fullWidth loading={busy}>
          Continue
        </Button>
      </form>
      <p className={classes.foot}>
        <Link to={signInAddress(values.email.trim())}>Back to sign in</Link>
      </p>
    </>
  );
}
