import { useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import type { giveFactor as endpoint } from '@lintel/contract/identity/factors';
import type { ProofWay } from '@lintel/contract/identity/sessions';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { IconArrowLeft } from '../../ui/icons.ts';
import { AccountField, AuthTitle } from './auth-card.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import classes from './auth-card.module.css';

const giveFactor = call<typeof endpoint>({
  method: 'POST',
  path: '/authentication/factor',
  encoding: 'form',
});

interface Props {
  email: string;
  /** What the account can prove itself by. */
  ways: readonly ProofWay[];
  /** Back to the password, which has to be entered again. */
  onBack: () => void;
  onSignedIn: () => Promise<void>;
}

const words = {
  passkey: {
    lead: 'Use a passkey: your fingerprint, your face, your screen lock or a security key.',
    other: 'Use a passkey instead',
  },
  app: {
    lead: 'Enter the 6 digits that your authenticator app shows.',
    other: 'Use your authenticator app instead',
  },
  'recovery-code': {
    lead: 'Enter one of the recovery codes that you saved. Each works once.',
    other: 'Use a recovery code instead',
  },
};

/** The step after the password, where two-step verification is on. */
export function CodeStep({ email, ways, onBack, onSignedIn }: Props) {
  const [way, setWay] = useState(ways[0] ?? 'app');
  const fail = (error: unknown): void => {
    const said = messageOf(error, '');
    if (said !== '') showToast(said, 'danger', toastLife.long);
    if (error instanceof ApiError && error.message.includes('enter your password')) onBack();
  };
  return (
    <div className={classes.form}>
      <div>
        <AuthTitle lead={words[way].lead}>Two-step verification</AuthTitle>
        <AccountField email={email} />
      </div>
      {way === 'passkey' ? (
        <PasskeyButton
          label="Use a passkey"
          run={async () => {
            const { givePasskey } = await import('./passkeys.ts');
            await givePasskey().then(onSignedIn, fail);
          }}
        />
      ) : (
        <CodeForm key={way} way={way} onSignedIn={onSignedIn} onFailure={fail} />
      )}
      <div className={classes.ways}>
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <button
              key={other}
              type="button"
              className={classes.back}
              onClick={() => setWay(other)}
            >
              {words[other].other}
            </button>
          ))}
        <button type="button" className={classes.back} onClick={onBack}>
          <IconArrowLeft size={16} aria-hidden />
          Back
        </button>
      </div>
    </div>
  );
}

interface CodeFormProps {
  way: 'app' | 'recovery-code';
  onSignedIn: () => Promise<void>;
  onFailure: (error: unknown) => void;
}

function CodeForm({ way, onSignedIn, onFailure }: CodeFormProps) {
  const isRecovery = way === 'recovery-code';
  const { form, field, busy } = useContractForm({
    initial: { code: '' },
    rules: () => import('@lintel/contract/identity/factors').then((factors) => factors.factorForm),
    onSubmit: async (body) => {
      await giveFactor({ body });
      await onSignedIn();
    },
    onFailure,
  });
  return (
    <form {...form} className={classes.form}>
      <TextInput
        {...field('code')}
        label={isRecovery ? 'Recovery code' : 'Code'}
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="characters"
        spellCheck={false}
        required
        withAsterisk
        autoFocus
        maxLength={20}
      />
      <Button type="submit" size="md" fullWidth loading={busy}>
        Verify
      </Button>
    </form>
  );
}
