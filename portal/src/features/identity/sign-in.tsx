import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { Button, TextInput, PasswordInput } from '@mantine/core';
import * as m from '#messages';
import type { authenticate, ProofWay } from '@lintel/contract/identity/sessions';
import { errorMessage } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { brand } from '../../lib/brand.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { IconArrowLeft } from '../../ui/icons.ts';
import { AuthTitle, AccountField, AuthCard, focused } from './auth-card.tsx';
import { WelcomePanel } from './welcome-panel.tsx';
import { Rich } from '../../ui/rich.tsx';
import classes from './auth-card.module.css';

/** Signs in; the session is in cookies. */
const signIn = call<typeof authenticate>({
  method: 'POST',
  path: '/authentication',
  encoding: 'form',
});

const signInForm = () =>
  import('@lintel/contract/identity/sessions').then((contract) => contract.signInForm);

/** The contract's rules of the sign-in form: all of it, and its first step. */
const signInRules = {
  whole: signInForm,
  email: () => signInForm().then((form) => form.pick({ username: true })),
};

/** Loaded where the browser supports passkeys. */
const PasskeySignIn = lazy(() =>
  import('./passkey-sign-in.tsx').then((part) => ({ default: part.PasskeySignIn })),
);

export type SignInLink = (props: { to: string; children: ReactNode }) => ReactNode;

interface EmailProps {
  email: string;
  Link: SignInLink;
  onContinue: (email: string) => void;
  onSignedIn: () => Promise<void>;
}

/** Step one: the e-mail. A browser with a passkey suggests it there. */
function EmailStep({ email, Link, onContinue, onSignedIn }: EmailProps) {
  const { form, field, busy } = useContractForm({
    initial: { username: email },
    rules: signInRules.email,
    onSubmit: async ({ username }) => onContinue(username),
  });
  return (
    <form {...form} className={classes.form}>
      <div>
        <AuthTitle lead={m.identity_signIn_emailHelp({ brand: brand.name })}>
          {m.screens_signIn()}
        </AuthTitle>
        <TextInput
          {...field('username')}
          label={m.common_email()}
          type="email"
          autoComplete="username webauthn"
          inputMode="email"
          required
          withAsterisk
          ref={focused}
        />
        <PasswordHelper />
      </div>
      <Button type="submit" size="md" fullWidth loading={busy}>
        {m.common_continue()}
      </Button>
      {'PublicKeyCredential' in window && (
        <div className={classes.passkey}>
          <Suspense fallback={null}>
            <PasskeySignIn onSignedIn={onSignedIn} />
          </Suspense>
        </div>
      )}
      <p className={classes.new}>
        <Rich
          text={m.identity_signIn_getStarted({ brand: brand.name })}
          parts={{ link: (words) => <Link to="/get-started">{words}</Link> }}
        />
      </p>
    </form>
  );
}

const helperLife = 1000;

/**
 * A hidden field that makes a password manager offer the account already here. Its value is
 * discarded at once.
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

/** Loaded for accounts with a second factor. */
const CodeStep = lazy(() => import('./code-step.tsx').then((step) => ({ default: step.CodeStep })));

interface Props {
  email: string;
  Link: SignInLink;
  onBack: () => void;
  /** Called with the possible second factors when the password was right. */
  onFactor: (ways: readonly ProofWay[]) => void;
  onSignedIn: () => Promise<void>;
}

/**
 * Signs in with the account's e-mail and a password; a failure shows a toast and marks both inputs.
 */
function useSignIn({ email, onFactor, onSignedIn }: Props) {
  const form = useContractForm({
    initial: { username: email, password: '', keep: true },
    rules: signInRules.whole,
    onSubmit: async ({ keep, ...sent }) => {
      // Sessions persist by default.
      const { needs, ways = [] } = await signIn({ body: keep ? sent : { ...sent, keep } });
      if (needs === 'factor') onFactor(ways);
      else await onSignedIn();
    },
    onFailure: (error) => {
      form.setErrors({ username: ' ', password: ' ' });
      showToast(errorMessage(error), 'danger', toastLife.long);
    },
  });
  return form;
}

/** Step two: the account's password. The e-mail stays visible. */
function PasswordStep(props: Props) {
  const { email, Link, onBack } = props;
  const { form, field, busy, errors, values, setValue } = useSignIn(props);
  return (
    <form {...form} className={classes.form}>
      <div>
        <AuthTitle lead={m.identity_signIn_passwordHelp()}>{m.identity_signIn_welcome()}</AuthTitle>
        <AccountField email={email} invalid={errors['username'] !== undefined} />
        <PasswordInput
          {...field('password')}
          label={m.common_password()}
          autoComplete="current-password"
          required
          withAsterisk
          ref={focused}
          maxLength={64}
        />
        {/* A native checkbox keeps the start page small. */}
        <label className={classes.keep}>
          <input
            type="checkbox"
            checked={values.keep}
            onChange={(event) => setValue('keep', event.currentTarget.checked)}
          />
          {m.identity_signIn_keepSignedIn()}
        </label>
      </div>
      <Button type="submit" size="md" fullWidth loading={busy}>
        {m.identity_signIn_title()}
      </Button>
      <div className={classes.row}>
        <button type="button" className={classes.back} onClick={onBack}>
          <IconArrowLeft size={16} aria-hidden />
          {m.common_back()}
        </button>
        <Link to={`/restore?${new URLSearchParams({ email }).toString()}`}>
          {m.identity_signIn_forgot()}
        </Link>
      </div>
    </form>
  );
}

interface SignInProps {
  /** The e-mail, if known. */
  email: string;
  /** Renders a link to another page. */
  Link: SignInLink;
  /** Continues once the session exists. */
  onSignedIn: () => Promise<void>;
}

/**
 * Signing in: the account, its password, and a code if required. It depends on neither router nor
 * store, because the start page runs without them (ADR 0031).
 */
export function SignIn({ email: known, Link, onSignedIn }: SignInProps) {
  const [email, setEmail] = useState(known);
  const [step, setStep] = useState<'email' | 'password' | readonly ProofWay[]>('email');
  const toPassword = (entered: string): void => {
    setEmail(entered);
    setStep('password');
  };
  return (
    <AuthCard aside={<WelcomePanel />}>
      {step === 'email' && (
        <EmailStep email={email} Link={Link} onContinue={toPassword} onSignedIn={onSignedIn} />
      )}
      {step === 'password' && (
        <PasswordStep
          email={email}
          Link={Link}
          onBack={() => setStep('email')}
          onFactor={setStep}
          onSignedIn={onSignedIn}
        />
      )}
      {typeof step !== 'string' && (
        <Suspense fallback={null}>
          <CodeStep
            email={email}
            ways={step}
            onBack={() => setStep('password')}
            onSignedIn={onSignedIn}
          />
        </Suspense>
      )}
    </AuthCard>
  );
}
