import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { output, ZodType } from 'zod';
import { newKey } from '../../../lib/api/action-key.ts';
import { failureText } from '../../../lib/failure.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { showToast } from '../../../lib/toast.ts';
import { deskKey } from './requests.ts';

interface Options<Values extends object, Schema extends ZodType> {
  initial: Values;
  rules: () => Promise<Schema>;
  send: (sent: output<Schema>, key: string) => Promise<{ message: string }>;
  onClose(): void;
}

/**
 * A form of the desk. A failure that belongs to no field is shown in the form, which keeps what was
 * typed, and the application is read again: a colleague may have acted first.
 */
export function useDeskForm<Values extends object, Schema extends ZodType>({
  initial,
  rules,
  send,
  onClose,
}: Options<Values, Schema>) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const last = useRef({ body: '', key: '' });
  const used = useContractForm({
    initial,
    rules,
    isNested: true,
    onSubmit: async (sent) => {
      setFailure(null);
      const body = JSON.stringify(sent);
      // A retry of the same values is one action, even if its response was lost.
      if (last.current.body !== body) last.current = { body, key: newKey() };
      const { message } = await send(sent, last.current.key);
      showToast(message);
      await client.invalidateQueries({ queryKey: deskKey });
      onClose();
    },
    onFailure: (error) => {
      // The stored answer of this key would come again.
      last.current = { body: '', key: '' };
      setFailure(failureText(error));
      void client.invalidateQueries({ queryKey: deskKey });
    },
  });
  return { ...used, failure };
}
