import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { isConflict } from '../../../lib/edit-form/use-edit-form.ts';
import { showToast } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { refreshDistribution } from '../requests.ts';

interface Said {
  error?: string | undefined;
  message: string;
}

/**
 * Saves something of the distribution: what the server says against it is told, and what somebody
 * else saved is kept to be shown.
 */
export function useDistributionSave(onSaved: () => void) {
  const client = useQueryClient();
  const [conflict, setConflict] = useState<string | null>(null);
  /** Throws what the server answered when it is an error. */
  const save = async (work: () => Promise<Said>): Promise<void> => {
    setConflict(null);
    try {
      const { error, message } = await work();
      showToast(message, error === undefined ? 'success' : 'danger');
      if (error !== undefined) return;
      await refreshDistribution(client);
      onSaved();
    } catch (error) {
      showToast(failureText(error), 'danger');
      if (isConflict(error)) setConflict(error.message);
      throw error;
    }
  };
  const reload = (): void => {
    void refreshDistribution(client);
    onSaved();
  };
  return { save, conflict, reload };
}
