import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast, toastLife } from '../../../lib/toast.ts';
import type { CodeQuery } from '../api/widget-code.ts';

/** Gets a code and opens its window; a failure or an empty code is told by `failure`. */
export function useCode(query: CodeQuery, failure: string) {
  const client = useQueryClient();
  const [opened, setOpened] = useState(false);
  const { data, isPending, mutate } = useMutation({
    mutationFn: async () => {
      // Asked for anew, though the preview has one: what is handed out is what the server says now.
      const { code } = await client.fetchQuery({ ...query, staleTime: 0 });
      if (code.trim() === '') throw new Error('The code is empty.');
      return code;
    },
    onSuccess: () => setOpened(true),
    onError: () => showToast(failure, 'danger', toastLife.short),
  });
  return {
    code: data ?? '',
    loading: isPending,
    get: (): void => mutate(),
    opened,
    close: () => setOpened(false),
  };
}
