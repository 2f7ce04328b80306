import { useState } from 'react';
import { Button } from '@mantine/core';
import { messageOf } from '../../lib/api/api-error.ts';
import { showToast, toastLife } from '../../lib/toast.ts';

interface Props {
  label: string;
  variant?: 'filled' | 'default';
  size?: 'sm' | 'md';
  /** Asks the browser; what it throws is told. */
  run: () => Promise<void>;
}

/** Whether this browser can use passkeys at all. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Asks the browser for a passkey. */
export function PasskeyButton({ label, variant = 'filled', size = 'md', run }: Props) {
  const [busy, setBusy] = useState(false);
  const ask = async (): Promise<void> => {
    setBusy(true);
    try {
      await run();
    } catch (error) {
      const words = messageOf(error, '');
      if (words !== '') showToast(words, 'danger', toastLife.long);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant={variant} size={size} fullWidth loading={busy} onClick={() => void ask()}>
      {label}
    </Button>
  );
}
