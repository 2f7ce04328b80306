import { useQueryClient } from '@tanstack/react-query';
import type { ContractorRow } from '@lintel/contract/contractors-manage';
import { showToast, toastLife } from '../../lib/toast.ts';
import { failureText } from '../../lib/unexpected.ts';
import { createAccount } from './api/create-account.ts';
import { contractorsKey } from './api/get-contractors.ts';
import { sendConfirmation } from './api/send-confirmation.ts';

interface Page {
  data: ContractorRow[];
  total: number;
}

/** The server's words, or these. */
const tellFailure = (error: unknown): void =>
  showToast(failureText(error, 'Undefined error'), 'danger');

/**
 * Makes the account of a row's owner with this manager (empty: nobody). Resolves to whether it is
 * made.
 */
export function useCreateAccount() {
  const client = useQueryClient();
  /** At once, and then as the server tells it. */
  const show = (row: ContractorRow): void => {
    client.setQueriesData<Page>({ queryKey: contractorsKey }, (page) =>
      Array.isArray(page?.data)
        ? { ...page, data: page.data.map((one) => (one.id === row.id ? row : one)) }
        : page,
    );
    void client.invalidateQueries({ queryKey: contractorsKey });
  };
  return async (row: ContractorRow, managerId: string): Promise<boolean> => {
    try {
      const { message, contractor } = await createAccount(row, managerId);
      showToast(message, 'success', toastLife.long);
      show(contractor);
      return true;
    } catch (error) {
      tellFailure(error);
      return false;
    }
  };
}

/** Sends the confirmation e-mail of a row's owner again. */
export function useSendConfirmation() {
  const client = useQueryClient();
  return async ({ userId }: ContractorRow): Promise<void> => {
    if (userId === null) return;
    try {
      showToast((await sendConfirmation(userId)).message);
      await client.invalidateQueries({ queryKey: contractorsKey });
    } catch (error) {
      tellFailure(error);
    }
  };
}
