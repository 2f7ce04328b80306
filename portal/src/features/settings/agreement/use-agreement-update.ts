import { useState, type FormEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Setting } from '@lintel/contract/settings';
import { ApiError } from '../../../lib/api/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { agreementQuery, postAgreementDate } from './api/agreement.ts';

/** Sets the date to now. What somebody else did meanwhile is told instead of being done twice. */
export function useAgreementUpdate(seen: Setting, onDone: () => void) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<string | null>(null);
  const update = async (): Promise<void> => {
    setBusy(true);
    try {
      const { paramId, paramName, lastEdit } = seen;
      const { message, setting } = await postAgreementDate({
        params: { id: paramId },
        body: { paramName, lastEdit: lastEdit ?? '' },
      });
      client.setQueryData(agreementQuery.queryKey, setting);
      showToast(message);
      onDone();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'conflict') {
        await client.invalidateQueries({ queryKey: agreementQuery.queryKey });
        setConflict(error.message);
      }
      showToast('Service agreement date update error', 'danger');
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy) void update();
  };
  return { busy, conflict, onSubmit };
}
