import { useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import type { giveFactor as endpoint } from '@lintel/contract/identity/factors';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { IconArrowLeft } from '../../ui/icons.ts';
import { AccountField, AuthTitle } from './auth-card.tsx';
import classes from './auth-card.module.css';

const giveFactor = call<typeof endpoint>({
  method: 'POST',
  path: '/authentication/factor',
  encoding: 'form',
});

interface Props {
  email: string;
  /** Back to the password, which has to be entered again. */
  onBack: () => void;
  onSignedIn: () => Promise<void>;
}

const appWords = {
  lead: 'Enter the 6 digits that your authenticator app shows.',
  label: 'Code',
  other: 'Use a recovery code instead',
};
const recoveryWords = {
  lead: 'Enter one of the recovery codes that you saved. Each works once.',
  label: 'Recovery code',
  other: 'Use your authenticator app instead',
};

/** The step after the password, where two-step verification is on. */
export function CodeStep({ email, onBack, onSignedIn }: Props) {
  const [isRecovery, setIsRecovery] = useState(false);
  const words = isRecovery ? recoveryWords : appWords;
  const { form, field, busy, reset } = useContractForm({
    initial: { code: '' },
    rules: () => import('@lintel/contract/identity/factors').then((factors) => factors.factorForm),
    onSubmit: async (body) => {
      await giveFactor({ body });
      await onSignedIn();
    },
    onFailure: (error) => {
      showToast(messageOf(error), 'danger', toastLife.long);
      if (error instanceof ApiError && error.status === 401) onBack();
    },
  });
  const turn = (): void => {
    setIsRecovery(!isRecovery);
    reset();
  };
  return (
    <form {...form} className={classes.form}>
      <div>
        <AuthTitle lead={words.lead}>Two-step verification</AuthTitle>
        <AccountField email={email} />
        <TextInput
          {...field('code')}
          key={words.label}
          label={words.label}
          autoComplete="one-time-code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoCapitalize="characters"
          spellCheck={false}
          required
          withAsterisk
          autoFocus
          maxLength={20}
        />
      </div>
      <Button type="submit" size="md" fullWidth loading={busy}>
        Verify
      </Button>
      <div className={classes.row}>
        <button type="button" className={classes.back} onClick={onBack}>
          <IconArrowLeft size={16} aria-hidden />
          Back
        </button>
        <button type="button" className={classes.back} onClick={turn}>
          {words.other}
        </button>
      </div>
    </form>
  );
}
