import { useState } from 'react';
import { Button } from '@mantine/core';
import type { Payment } from '@lintel/contract/billing-payments';
import { saveFile } from '../../../lib/save-file.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { IconDownload } from '../../../ui/icons.ts';
import { getReceipt } from './api/get-receipt.ts';
import classes from './payments.module.css';

/** Saves a receipt as a file, or tells why not. */
export async function saveReceipt(paymentId: number, userId: number, name: string): Promise<void> {
  try {
    saveFile(await getReceipt(paymentId, userId), name);
  } catch (error) {
    showToast(failureText(error), 'danger', toastLife.long);
  }
}

/** Saves the receipt of a payment that was made; others have none. */
export function ReceiptButton({
  payment: { id, number, status },
  userId,
}: {
  payment: Payment;
  userId: number;
}) {
  const [busy, setBusy] = useState(false);
  if (status !== 'Succeeded') return <span className={classes.quiet}>–</span>;
  const save = async (): Promise<void> => {
    setBusy(true);
    await saveReceipt(id, userId, `Receipt-${number}.pdf`);
    setBusy(false);
  };
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={busy}
      aria-label={`Download the receipt of ${number}`}
      onClick={() => void save()}
    >
      PDF
    </Button>
  );
}
