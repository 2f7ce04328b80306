import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { PayoutRun } from '@lintel/contract/payouts';
import { openDialog } from '../../../lib/dialog.ts';
import { formatCount, formatMoney } from '../../../lib/format.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { managedKey } from './api/managed-payouts.ts';
import { confirmRun, runFile } from './api/runs.ts';

/**
 * What can be done with a run: fetching its file, and saying that the bank has taken it. `busy` is
 * the run that something is done with.
 */
export function useRunActions() {
  const client = useQueryClient();
  const [busy, setBusy] = useState<number | null>(null);
  const work = async (id: number, act: () => Promise<unknown>): Promise<void> => {
    setBusy(id);
    try {
      await act();
    } catch (error) {
      showToast(failureText(error), 'danger', toastLife.long);
    } finally {
      setBusy(null);
      await client.invalidateQueries({ queryKey: managedKey });
    }
  };
  const download = async ({ id, downloadedAt }: PayoutRun): Promise<void> => {
    if (downloadedAt !== null && !(await openDialog(again))) return;
    await work(id, async () => saveFile(await runFile(id), `payouts-${id}.ach`));
  };
  const confirm = async ({ id, count, total }: PayoutRun): Promise<void> => {
    const text = `The bank has taken the file: ${formatCount(count, 'payout')} of ${formatMoney(total)} in all are marked as paid, and the contractors are told by e-mail.`;
    if (
      !(await openDialog({
        title: 'Mark as paid?',
        text,
        confirm: 'Mark as paid',
        cancel: 'Cancel',
      }))
    )
      return;
    await work(id, async () => showToast((await confirmRun(id)).message));
  };
  return {
    busy,
    download: (run: PayoutRun) => void download(run),
    confirm: (run: PayoutRun) => void confirm(run),
  };
}

const again = {
  title: 'Download it again?',
  text: 'This file was downloaded before. A bank that gets it twice may pay twice.',
  confirm: 'Download',
  cancel: 'Cancel',
  tone: 'warning',
} as const;
