import { useState, type FormEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../lib/api/api-error.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { sitesQuery } from '../api/get-sites.ts';
import { saveSites } from '../api/save-sites.ts';
import { readSite } from './read-site.ts';

/** A list of websites while it is changed: nothing counts until it is saved. */
export function useSiteList(contractorId: number, stored: readonly string[]) {
  const [sites, setSites] = useState(stored);
  const { typed, problem, setTyped, add } = useNewSite((site) =>
    setSites((now) => (now.includes(site) ? now : [...now, site])),
  );
  const { mutate, isPending } = useSaving(contractorId);
  return {
    sites,
    typed,
    problem,
    setTyped,
    add,
    busy: isPending,
    changed: sites.join(' ') !== stored.join(' '),
    remove: (site: string): void => setSites((now) => now.filter((one) => one !== site)),
    cancel: (): void => setSites(stored),
    save: (event: FormEvent): void => {
      event.preventDefault();
      mutate(sites);
    },
  };
}

function useNewSite(onSite: (origin: string) => void) {
  const [typed, type] = useState('');
  const [problem, setProblem] = useState<string>();
  const setTyped = (text: string): void => {
    type(text);
    setProblem(undefined);
  };
  const add = async (): Promise<void> => {
    const site = await readSite(typed);
    if ('problem' in site) {
      setProblem(site.problem);
      return;
    }
    onSite(site.origin);
    type('');
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void add();
  };
  return { typed, problem, setTyped, add: submit };
}

function useSaving(contractorId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sites: readonly string[]) =>
      saveSites({ params: { id: contractorId }, body: { sites: [...sites] } }),
    onSuccess: async ({ message }) => {
      showToast(message, 'success', toastLife.short);
      await client.invalidateQueries({ queryKey: sitesQuery(contractorId).queryKey });
    },
    onError: (error) => showToast(messageOf(error), 'danger', toastLife.short),
  });
}
