import { useEffect, useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import { brand } from '../../lib/brand.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { Link } from '../../ui/link.tsx';
import { AuthTitle } from './auth-card.tsx';
import { signInRules } from './sign-in.ts';
import classes from './auth-card.module.css';

/** Step one: the e-mail. */
export function EmailStep({
  email,
  onContinue,
}: {
  email: string;
  onContinue: (email: string) => void;
}) {
  const { form, field, busy } = useContractForm({
    initial: { username: email },
    rules: signInRules.email,
    onSubmit: async ({ username }) => onContinue(username),
  });
  return (
    <form {...form} className={classes.form}>
      <div>
        <AuthTitle lead={`Use the e-mail of your ${brand.name} account.`}>Sign in</AuthTitle>
        <TextInput
          {...field('username')}
          label="E-mail"
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          withAsterisk
          autoFocus
        />
        <PasswordHelper />
      </div>
      <Button type="submit" size="md" fullWidth loading={busy}>
        Continue
      </Button>
      <p className={classes.new}>
        New to {brand.name}? <Link to="/get-started">Get started</Link>
      </p>
    </form>
  );
}

const helperLife = 1000;

/**
 * A hidden field that makes a password manager offer the account already here. What it puts in is
 * dropped at once.
 */
function PasswordHelper() {
  const [helper, setHelper] = useState('');
  useEffect(() => {
    if (helper === '') return undefined;
    const timer = setTimeout(() => setHelper(''), helperLife);
    return () => clearTimeout(timer);
  }, [helper]);
  return (
    <input
      type="password"
      className={classes.helper}
      name="password-helper"
      aria-hidden
      tabIndex={-1}
      autoComplete="current-password"
      value={helper}
      onChange={(event) => setHelper(event.currentTarget.value)}
    />
  );
}
