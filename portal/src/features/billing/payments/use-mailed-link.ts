import { useEffect, useRef } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { openDialog } from '../../../lib/dialog.ts';
import { saveReceipt } from './receipt-button.tsx';
import type { useRetry } from './use-retry.ts';

const idOf = (value: unknown): number | null =>
  /^\d{1,9}$/.test(String(value)) ? Number(value) : null;

/**
 * Does once what the link of an e-mail came for, and takes it off the address: `?confirm=…` asks
 * before it leads to the bank of that payment, `?receipt=…` saves its receipt.
 */
export function useMailedLink(userId: number, retry: ReturnType<typeof useRetry>['retry']): void {
  const search = useSearch({ strict: false }) as { confirm?: unknown; receipt?: unknown };
  const [confirm, receipt] = [idOf(search.confirm), idOf(search.receipt)];
  const navigate = useNavigate();
  const done = useRef(false);
  useEffect(() => {
    if (done.current || (confirm === null && receipt === null)) return;
    done.current = true;
    void navigate({ to: '/card-payments', search: {}, replace: true });
    if (receipt !== null) void saveReceipt(receipt, userId, `Receipt-${receipt}.pdf`);
    else if (confirm !== null) void wantsToConfirm().then((sure) => sure && retry(confirm));
  }, [confirm, receipt, userId, retry, navigate]);
}

const wantsToConfirm = (): Promise<boolean> =>
  openDialog({
    title: 'Confirm your payment',
    text: 'Your bank wants you to confirm this payment. We take you to its page, and you come back here.',
    confirm: 'Continue to my bank',
    cancel: 'Not now',
    tone: 'info',
  });
