import { useState } from 'react';
import type { Contractor } from '@lintel/contract/contractors';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { useSession } from '../../../lib/session.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { submitW9 } from '../api/submit-w9.ts';
import { initialOf } from './w9-values.ts';

/** The W-9 form: its fields, what is wrong, and what became of sending it. */
export function useW9Form(contractor: Contractor, onSubmitted: () => void) {
  const { user } = useSession();
  const [initial] = useState(() =>
    initialOf(contractor, `${user.firstname} ${user.lastname}`.trim()),
  );
  const [failure, setFailure] = useState<string | null>(null);
  const form = useContractForm({
    initial,
    rules: () => import('@lintel/contract/payouts-w9-form').then((w9) => w9.w9Form),
    onSubmit: async (sent) => {
      setFailure(null);
      const { error, message } = await submitW9(contractor.id, sent);
      if (error !== undefined) return setFailure(message);
      showToast(message, 'success', toastLife.long);
      return onSubmitted();
    },
    onFailure: (error) => setFailure(messageOf(error)),
    fieldFor: (name) => name.replace(/^form\./, ''),
  });
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(initial);
  return { ...form, failure, isChanged };
}
export type W9FormState = ReturnType<typeof useW9Form>;
