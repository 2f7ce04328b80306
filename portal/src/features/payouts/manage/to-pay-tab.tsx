import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { openDialog } from '../../../lib/dialog.ts';
import { formatCount, formatMoney } from '../../../lib/format.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { IconSend } from '../../../ui/icons.ts';
import { managedKey } from './api/managed-payouts.ts';
import { startRun } from './api/runs.ts';
import { amountColumn, contractorColumn, monthColumn } from './payout-columns.tsx';
import { PayoutList } from './payout-list.tsx';

const columns = [contractorColumn('40%'), amountColumn, monthColumn];
const empty = { title: 'Nothing to pay', text: 'Payouts are prepared from the 21st of each month on.' };

interface Props {
  onStarted: () => void;
}

/** What is due, and the run that pays all of it. */
export const ToPayTab = ({ onStarted }: Props) => (
  <PayoutList
    label="Payouts to pay"
    of={{ state: 'due' }}
    columns={columns}
    empty={empty}
    minWidth={480}
    renderAction={({ total, totalAmount }) => total > 0 && <PayButton count={total} total={totalAmount} onStarted={onStarted} />}
  />
);

function PayButton({ count, total, onStarted }: Props & { count: number; total: number }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => startRun({ count, total }),
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
      text: `${formatCount(count, 'payout')} of ${formatMoney(total)} in all are marked as sent, and the file for the bank is made.`,
      confirm: 'Start the run',
      cancel: 'Cancel',
      tone: 'warning',
    });
    if (confirmed) mutate();
  };
  return (
    <Button ml="auto" leftSection={<IconSend size={16} aria-hidden />} loading={isPending} onClick={() => void ask()}>
      Pay {formatMoney(total)}
    </Button>
  );
}
