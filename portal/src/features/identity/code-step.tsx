import { useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import * as m from '#messages';
import type { giveFactor as endpoint } from '@lintel/contract/identity/factors';
import type { ProofWay } from '@lintel/contract/identity/sessions';
import { ApiError, errorMessage } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { IconArrowLeft } from '../../ui/icons.ts';
import { AccountField, AuthTitle, focused } from './auth-card.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import classes from './auth-card.module.css';

const giveFactor = call<typeof endpoint>({
  method: 'POST',
  path: '/authentication/factor',
  encoding: 'form',
});

interface Props {
  email: string;
  /** The account's second factors. */
  ways: readonly ProofWay[];
  /** Returns to the password, which must be entered again. */
  onBack: () => void;
  onSignedIn: () => Promise<void>;
}

const words = {
  passkey: {
    lead: m.identity_twoStep_passkeyHelp(),
    other: m.identity_twoStep_usePasskeyInstead(),
  },
  app: {
    lead: m.identity_twoStep_appHelp(),
    other: m.identity_twoStep_useAppInstead(),
  },
  'recovery-code': {
    lead: m.identity_twoStep_recoveryHelp(),
    other: m.identity_twoStep_useRecoveryInstead(),
  },
};

/** The step after the password, with two-step verification on. */
export function CodeStep({ email, ways, onBack, onSignedIn }: Props) {
  const [way, setWay] = useState(ways[0] ?? 'app');
  const showError = (error: unknown): void => {
    const message = errorMessage(error, '');
    if (message !== '') showToast(message, 'danger', toastLife.long);
    if (error instanceof ApiError && error.message.includes('enter your password')) onBack();
  };
  return (
    <div className={classes.form}>
      <div>
        <AuthTitle lead={words[way].lead}>{m.identity_twoStep_title()}</AuthTitle>
        <AccountField email={email} />
      </div>
      {way === 'passkey' ? (
        <PasskeyButton
          label={m.identity_twoStep_usePasskey()}
          run={async () => {
            const { createPasskey } = await import('./passkeys.ts');
            await createPasskey().then(onSignedIn, showError);
          }}
        />
      ) : (
        <CodeForm key={way} way={way} onSignedIn={onSignedIn} onFailure={showError} />
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
          {m.common_back()}
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
        label={isRecovery ? m.identity_twoStep_recoveryCode() : m.common_code()}
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="characters"
        spellCheck={false}
        required
        withAsterisk
        ref={focused}
        maxLength={20}
      />
      <Button type="submit" size="md" fullWidth loading={busy}>
        {m.identity_twoStep_verify()}
      </Button>
    </form>
  );
}
