import { useQueryClient } from '@tanstack/react-query';
import { payoutMethodName, type AccountType } from '@lintel/contract/payouts-constants';
import type { PayoutMethod } from '@lintel/contract/payouts-method';
import { ApiError } from '../../lib/api/api-error.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast } from '../../lib/toast.ts';
import { failureText } from '../../lib/unexpected.ts';
import { saveMethod } from './api/save-method.ts';

const noticeId = 'payout-method';

const initialOf = (method: PayoutMethod | null) => ({
  payoutMethod: payoutMethodName,
  accHolderName: method?.accHolderName ?? '',
  bankName: method?.bankName ?? '',
  accountType: method?.accountType ?? ('Checking' as AccountType),
  routingNumber: method?.routingNumber ?? '',
  accNumber: method?.accNumber ?? '',
});

/** The form of bank details: it starts with what is stored, and says what became of saving it. */
export function useMethodForm(
  contractorId: number,
  method: PayoutMethod | null,
  onSaved: () => void,
) {
  const client = useQueryClient();
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['payouts'] });
  return useContractForm({
    initial: initialOf(method),
    rules: () => import('@lintel/contract/payouts-method').then((payouts) => payouts.payoutForm),
    onSubmit: async (sent) => {
      const body = { ...sent, id: contractorId, version: method?.version ?? 0 };
      const { message } = await saveMethod({ params: { id: contractorId }, body });
      await refresh();
      onSaved();
      showToast(message, 'success', undefined, noticeId);
    },
    onFailure: (error) => {
      showToast(failureText(error), 'danger', false, noticeId);
      if (error instanceof ApiError && error.status === 409) void refresh();
    },
  });
}
