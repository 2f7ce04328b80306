import { useState, type FormEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../lib/api/api-error.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { sitesQuery } from '../api/get-sites.ts';
import { saveSites } from '../api/save-sites.ts';

/** A website's origin by the contract's rule, or what is wrong with it. The rule is loaded when it is first needed. */
async function readSite(typed: string): Promise<{ origin: string } | { problem: string }> {
  const [{ sitesForm }] = await Promise.all([import('@lintel/contract/marketing-sites'), import('../../../lib/form/rules.ts')]);
  const read = sitesForm.safeParse({ sites: [typed] });
  if (!read.success) return { problem: read.error.issues[0]?.message ?? '' };
  return { origin: read.data.sites[0] ?? '' };
}

/** A list of websites while it is changed: nothing counts until it is saved. */
export function useSiteList(contractorId: number, stored: readonly string[]) {
  const client = useQueryClient();
  const [sites, setSites] = useState(stored);
  const [typed, type] = useState('');
  const [problem, setProblem] = useState<string>();
  const saving = useMutation({
    mutationFn: () => saveSites({ params: { id: contractorId }, body: { sites: [...sites] } }),
    onSuccess: async ({ message }) => {
      showToast(message, 'success', toastLife.short);
      await client.invalidateQueries({ queryKey: sitesQuery(contractorId).queryKey });
    },
    onError: (error) => showToast(messageOf(error), 'danger', toastLife.short),
  });
  const add = async (): Promise<void> => {
    const read = await readSite(typed);
    if ('problem' in read) {
      setProblem(read.problem);
      return;
    }
    setSites((now) => (now.includes(read.origin) ? now : [...now, read.origin]));
    type('');
  };
  return {
    sites,
    typed,
    problem,
    busy: saving.isPending,
    changed: sites.join(' ') !== stored.join(' '),
    setTyped: (text: string): void => {
      type(text);
      setProblem(undefined);
    },
    add: (event: FormEvent): void => {
      event.preventDefault();
      void add();
    },
    remove: (site: string): void => setSites((now) => now.filter((one) => one !== site)),
    cancel: (): void => setSites(stored),
    save: (event: FormEvent): void => {
      event.preventDefault();
      saving.mutate();
    },
  };
}
