import { useState } from 'react';
import { Button } from '@mantine/core';
import { errorMessage } from '../../lib/api/api-error.ts';
import { showToast, toastLife } from '../../lib/toast.ts';

interface Props {
  label: string;
  variant?: 'filled' | 'default';
  size?: 'sm' | 'md';
  /** Opens the browser's prompt; its errors are shown. */
  run: () => Promise<void>;
}

/** Whether this browser supports passkeys. */
export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Requests a passkey from the browser. */
export function PasskeyButton({ label, variant = 'filled', size = 'md', run }: Props) {
  const [busy, setBusy] = useState(false);
  const signIn = async (): Promise<void> => {
    setBusy(true);
    try {
      await run();
    } catch (error) {
      const words = errorMessage(error, '');
      if (words !== '') showToast(words, 'danger', toastLife.long);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant={variant} size={size} fullWidth loading={busy} onClick={() => void signIn()}>
      {label}
    </Button>
  );
}
