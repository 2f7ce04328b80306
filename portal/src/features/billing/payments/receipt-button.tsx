import { Button } from '@mantine/core';
import * as m from '#messages';
import type { paymentReceipt, Payment } from '@lintel/contract/billing/payments';
import { ApiError } from '../../../lib/api/api-error.ts';
import { buildAddress } from '../../../lib/api/encode.ts';
import { send } from '../../../lib/api/send.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { toastLife } from '../../../lib/toast.ts';
import { notifyFailure } from '../../../lib/failure.ts';
import { useAction } from '../../../lib/use-action.ts';
import { IconDownload } from '../../../ui/icons.ts';
import classes from './payments.module.css';

const path: (typeof paymentReceipt)['path'] = '/payment/{id}/receipt';

/** A payment's receipt as PDF. Throws `ApiError`, also for a response that is not a PDF. */
async function getReceipt(paymentId: number, userId: number): Promise<Blob> {
  const answer = await send(
    buildAddress(path, { id: paymentId }, { userId }),
    { method: 'GET' },
    { handles: [500] },
  );
  if (answer.headers.get('content-type')?.startsWith('application/pdf')) return answer.blob();
  throw new ApiError(answer.status, 'unexpected', m.common_error_title());
}

/** Downloads a receipt, or shows why that failed. */
export async function saveReceipt(paymentId: number, userId: number, name: string): Promise<void> {
  try {
    saveFile(await getReceipt(paymentId, userId), name);
  } catch (error) {
    notifyFailure(error, toastLife.long);
  }
}

/** Downloads the receipt of a successful payment; other payments have none. */
export function ReceiptButton({
  payment: { id, number, status },
  userId,
}: {
  payment: Payment;
  userId: number;
}) {
  const { busy, run } = useAction({
    call: () => saveReceipt(id, userId, `Receipt-${number}.pdf`),
  });
  if (status !== 'Succeeded') return <span className={classes.quiet}>–</span>;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={busy}
      aria-label={m.billing_receipt_download({ number })}
      onClick={() => void run()}
    >
      {m.common_pdf()}
    </Button>
  );
}
