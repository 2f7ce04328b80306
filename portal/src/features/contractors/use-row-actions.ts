import { useQueryClient } from '@tanstack/react-query';
import type { ContractorRow } from '@lintel/contract/contractors-manage';
import { openDialog } from '../../lib/dialog.ts';
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
const tellFailure = (error: unknown): void => showToast(failureText(error, 'Undefined error'), 'danger');

/** The actions of a row that need no dialog of their own. */
export function useRowActions() {
  const client = useQueryClient();
  /** At once, and then as the server tells it. */
  const show = (row: ContractorRow): void => {
    client.setQueriesData<Page>({ queryKey: contractorsKey }, (page) =>
      Array.isArray(page?.data) ? { ...page, data: page.data.map((one) => (one.id === row.id ? row : one)) } : page,
    );
    void client.invalidateQueries({ queryKey: contractorsKey });
  };
  return {
    onCreateAccount: async (row: ContractorRow): Promise<void> => {
      if (!(await confirmAccount(row))) return;
      try {
        const { message, contractor } = await createAccount(row);
        showToast(message, 'success', toastLife.long);
        show(contractor);
      } catch (error) {
        tellFailure(error);
      }
    },
    onSendConfirmation: async ({ userId }: ContractorRow): Promise<void> => {
      if (userId === null) return;
      try {
        showToast((await sendConfirmation(userId)).message);
        await client.invalidateQueries({ queryKey: contractorsKey });
      } catch (error) {
        tellFailure(error);
      }
    },
  };
}

const confirmAccount = ({ companyName, fullName, email }: ContractorRow): Promise<boolean> =>
  openDialog({
    title: 'Create account',
    text: `${fullName || 'The owner'} ${companyName && `of ${companyName} `}gets an e-mail with an authorization link at ${email || 'no address: please add one first'}.`,
    confirm: 'Create account',
    cancel: 'Cancel',
  });
