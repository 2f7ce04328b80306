import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Subscription } from '@lintel/contract/billing-payments';
import { openDialog } from '../../../lib/dialog.ts';
import { formatDate } from '../../../lib/format.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { refreshBilling } from '../refresh-billing.ts';
import { endSubscription } from './api/end-subscription.ts';

/** Has the subscription end with its year, after a question; or go on after all. */
export function EndButton({
  contractorId,
  subscription,
}: {
  contractorId: number;
  subscription: Subscription;
}) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { cancelAtTermEnd, planName, termEnd } = subscription;
  const set = async (end: boolean): Promise<void> => {
    if (end && !(await isSure(planName, termEnd))) return;
    setBusy(true);
    try {
      const { message } = await endSubscription(contractorId, end);
      showToast(message, 'success', toastLife.long);
    } catch (error) {
      showToast(failureText(error), 'danger', toastLife.long);
    }
    await refreshBilling(client);
    setBusy(false);
  };
  return (
    <Button variant="default" loading={busy} onClick={() => void set(!cancelAtTermEnd)}>
      {cancelAtTermEnd ? 'Keep subscription' : 'Cancel subscription'}
    </Button>
  );
}

const isSure = (planName: string, termEnd: string): Promise<boolean> =>
  openDialog({
    title: 'Cancel subscription',
    text: `Your ${planName} plan stays open until ${formatDate(termEnd)}, and the payments until then are still due. After that day it is not renewed, and only Billing and Personal Info stay open.`,
    confirm: 'Cancel at the end of the year',
    cancel: 'Keep subscription',
    tone: 'danger',
  });
