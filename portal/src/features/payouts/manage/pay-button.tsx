import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { openDialog } from '../../../lib/dialog.ts';
import { formatCount, formatMoney } from '../../../lib/format.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { IconSend } from '../../../ui/icons.ts';
import { managedKey } from './api/managed-payouts.ts';
import { startRun, type SeenDue } from './api/runs.ts';

interface Props {
  /** What is due, as it is shown. */
  seen: SeenDue;
  onStarted: () => void;
}

/** Starts the run that pays all that is due, after a question. */
export function PayButton({ seen, onStarted }: Props) {
  const { count, total } = seen;
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => startRun(seen),
    onSuccess: ({ message }) => {
      showToast(message, 'success', toastLife.long);
      onStarted();
    },
    onError: (error) => showToast(failureText(error), 'danger', toastLife.long),
    onSettled: () => client.invalidateQueries({ queryKey: managedKey }),
  });
  const ask = async (): Promise<void> => {
    const confirmed = await openDialog({
      title: 'Start the payout run?',
      text: `${formatCount(count, 'payout')} of ${formatMoney(total)} in all are marked as sent, and the file for the bank is made, with one entry for each contractor.`,
      confirm: 'Start the run',
      cancel: 'Cancel',
      tone: 'warning',
    });
    if (confirmed) mutate();
  };
  return (
    <Button
      ml="auto"
      leftSection={<IconSend size={16} aria-hidden />}
      loading={isPending}
      onClick={() => void ask()}
    >
      Pay {formatMoney(total)}
    </Button>
  );
}
