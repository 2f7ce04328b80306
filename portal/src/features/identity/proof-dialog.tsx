import { useQuery } from '@tanstack/react-query';
import { Button, Group, Modal, PasswordInput, Skeleton, Text, TextInput } from '@mantine/core';
import * as m from '#messages';
import type {
  proveByCode as codeEndpoint,
  proveByPassword as passwordEndpoint,
  readProof as readEndpoint,
} from '@lintel/contract/identity/factors';
import type { ProofWay } from '@lintel/contract/identity/sessions';
import { useState } from 'react';
import { errorMessage } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { ErrorState } from '../../ui/states.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import classes from './auth-card.module.css';

const readProof = call<typeof readEndpoint>({ method: 'GET', path: '/user/proof' });
const proveByCode = call<typeof codeEndpoint>({
  method: 'POST',
  path: '/user/proof/code',
  encoding: 'form',
});
const proveByPassword = call<typeof passwordEndpoint>({
  method: 'POST',
  path: '/user/proof/password',
  encoding: 'form',
});
const contract = () => import('@lintel/contract/identity/factors');

interface Props {
  /** Called with the outcome: true continues the caller's action, false cancels it. */
  onDone: (isProven: boolean) => void;
}

/**
 * Verifies the user's identity again before a sensitive action, in a dialog over the page. The page
 * keeps its input.
 */
export function ProofDialog({ onDone }: Props) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['proof'],
    queryFn: ({ signal }) => readProof({}, { signal }),
    gcTime: 0,
    staleTime: 0,
  });
  return (
    <Modal
      opened
      onClose={() => onDone(false)}
      title={m.identity_proof_title()}
      size={440}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      {isError ? (
        <ErrorState text={m.common_loadFailed()} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={120} role="status" aria-label={m.common_loading()} />
      ) : (
        <ProofMethods ways={data.ways} onDone={onDone} />
      )}
    </Modal>
  );
}

const other = {
  passkey: m.identity_twoStep_usePasskeyInstead(),
  app: m.identity_twoStep_useAppInstead(),
  'recovery-code': m.identity_twoStep_useRecoveryInstead(),
};

function ProofMethods({ ways, onDone }: Props & { ways: readonly ProofWay[] }) {
  const [way, setWay] = useState(ways[0] ?? 'password');
  return (
    <>
      <Text mb="md">{m.identity_proof_text()}</Text>
      {way === 'password' && <PasswordProof onDone={onDone} />}
      {way === 'passkey' && (
        <PasskeyButton
          label={m.identity_twoStep_usePasskey()}
          size="sm"
          run={async () => {
            const { proveByPasskey } = await import('./passkeys.ts');
            await proveByPasskey();
            onDone(true);
          }}
        />
      )}
      {(way === 'app' || way === 'recovery-code') && (
        <CodeProof key={way} isRecovery={way === 'recovery-code'} onDone={onDone} />
      )}
      <div className={classes.ways}>
        {ways
          .filter((one) => one !== way)
          .map((one) => (
            <button key={one} type="button" className={classes.back} onClick={() => setWay(one)}>
              {other[one]}
            </button>
          ))}
      </div>
    </>
  );
}

const notifyError = (error: unknown): void =>
  showToast(errorMessage(error), 'danger', toastLife.long);

const Actions = ({ busy, onDone }: Props & { busy: boolean }) => (
  <Group justify="flex-end" gap="sm" mt="lg">
    <Button variant="default" onClick={() => onDone(false)} disabled={busy}>
      {m.common_cancel()}
    </Button>
    <Button type="submit" loading={busy}>
      {m.common_confirm()}
    </Button>
  </Group>
);

function CodeProof({ isRecovery, onDone }: Props & { isRecovery: boolean }) {
  const { form, field, busy } = useContractForm({
    initial: { code: '' },
    rules: () => contract().then(({ factorForm }) => factorForm),
    onSubmit: async (body) => {
      await proveByCode({ body });
      onDone(true);
    },
    onFailure: notifyError,
  });
  return (
    <form {...form}>
      <TextInput
        {...field('code')}
        label={isRecovery ? m.identity_twoStep_recoveryCode() : m.identity_proof_appCode()}
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        required
        withAsterisk
        data-autofocus
      />
      <Actions busy={busy} onDone={onDone} />
    </form>
  );
}

function PasswordProof({ onDone }: Props) {
  const { form, field, busy } = useContractForm({
    initial: { password: '' },
    rules: () => contract().then(({ passwordAgain }) => passwordAgain),
    onSubmit: async (body) => {
      await proveByPassword({ body });
      onDone(true);
    },
    onFailure: notifyError,
  });
  return (
    <form {...form}>
      <PasswordInput
        {...field('password')}
        label={m.identity_proof_password()}
        autoComplete="current-password"
        visibilityToggleButtonProps={{
          tabIndex: 0,
          'aria-label': m.identity_proof_togglePassword(),
        }}
        required
        withAsterisk
        data-autofocus
      />
      <Actions busy={busy} onDone={onDone} />
    </form>
  );
}
