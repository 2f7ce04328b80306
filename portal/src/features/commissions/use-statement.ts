import { useState } from 'react';
import { saveFile } from '../../lib/save-file.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { failureText } from '../../lib/unexpected.ts';
import { getStatement } from './api/get-statement.ts';

/** Saves statements, one at a time. */
export function useStatement(userId: number) {
  const [busy, setBusy] = useState(false);
  const download = async (month: string): Promise<void> => {
    setBusy(true);
    try {
      saveFile(await getStatement(month, userId), `commissions-statement-${month}.pdf`);
    } catch (error) {
      showToast(failureText(error), 'danger', toastLife.long);
    }
    setBusy(false);
  };
  return { busy, download };
}
