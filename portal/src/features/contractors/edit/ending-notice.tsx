import { Alert, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { keepSubscription } from '@lintel/contract/billing/cancellation';
import { call } from '../../../lib/api/call.ts';
import { formatShortDate } from '../../../lib/format.ts';
import { toastLife } from '../../../lib/toast.ts';
import { useAction } from '../../../lib/use-action.ts';
import { contractorsKey } from '../requests.ts';
import { cancellationQuery } from './cancel-modal.tsx';

const keep = call<typeof keepSubscription>(
  { method: 'POST', path: '/subscription/{contractorId}/keep' },
  { handles: [409, 500] },
);

/** Shows that the plan ends with its year, with an undo. */
export function EndingNotice({ contractorId }: { contractorId: number }) {
  const { data } = useQuery(cancellationQuery(contractorId));
  const { busy, run } = useAction({
    call: () => keep({ params: { contractorId }, body: {} }),
    successToast: ({ message }) => [message, 'success', toastLife.long],
    refresh: [contractorsKey],
    refreshAlways: true,
    failureLife: toastLife.long,
  });
  if (data?.endsAtTermEnd !== true || data.termEnd === null) return null;
  return (
    <Alert color="yellow" mb="md">
      <Group justify="space-between" gap="sm">
        <span>
          {m.contractors_ending_notice({
            planName: data.planName,
            date: formatShortDate(data.termEnd),
          })}
        </span>
        <Button size="compact-sm" variant="default" loading={busy} onClick={() => void run()}>
          {m.billing_subscription_keep()}
        </Button>
      </Group>
    </Alert>
  );
}
