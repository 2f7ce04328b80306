import { useState } from 'react';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { safeReturn } from '../../lib/safe-return.ts';
import { AuthCard } from './auth-card.tsx';
import { EmailStep } from './email-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { WelcomePanel } from './welcome-panel.tsx';

const route = getRouteApi('/visitor/login');

/** Signing in, in two steps: whose account, then its password. */
export function LoginPage() {
  const router = useRouter();
  const { returnTo, email: known = '' } = route.useSearch();
  const [email, setEmail] = useState(known);
  const [step, setStep] = useState<'email' | 'password'>('email');
  const enter = async (): Promise<void> => {
    const href = safeReturn(returnTo) ?? '/';
    // The button turns until the frame and the page's code are there: the window is never empty in
    // between.
    await router.preloadRoute({ to: '/', href });
    await router.navigate({ href, replace: true });
  };
  const toPassword = (entered: string): void => {
    setEmail(entered);
    setStep('password');
  };
  return (
    <AuthCard beside={<WelcomePanel />}>
      {step === 'email' ? (
        <EmailStep email={email} onContinue={toPassword} />
      ) : (
        <PasswordStep email={email} onBack={() => setStep('email')} onSignedIn={enter} />
      )}
    </AuthCard>
  );
}
