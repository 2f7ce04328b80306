import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PayoutSettings } from '@lintel/contract/payouts-settings';
import { ApiError } from '../../../lib/api/api-error.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { managedKey } from './api/managed-payouts.ts';
import { saveSettings } from './api/settings.ts';

const fieldsOf = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof ApiError ? error.fields : {};

/**
 * The payout rules while they are changed, and what the server finds wrong with them, by its names
 * of the fields.
 */
export function useRules(settings: PayoutSettings, onSaved: () => void) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(settings);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { mutate, isPending } = useMutation({
    mutationFn: () => saveSettings(draft),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: managedKey });
      showToast(message);
      onSaved();
    },
    onError: (error) => {
      const fields = fieldsOf(error);
      setErrors(fields);
      if (Object.keys(fields).length === 0) showToast(failureText(error), 'danger', toastLife.long);
    },
  });
  const change = (part: Partial<PayoutSettings>): void => {
    setErrors({});
    setDraft({ ...draft, ...part });
  };
  return { draft, errors, change, busy: isPending, save: () => mutate() };
}
