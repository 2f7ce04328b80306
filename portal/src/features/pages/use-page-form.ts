import { useState } from 'react';
import type { CoBrandedPage } from '@lintel/contract/pages';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { savePage } from './api/save-page.ts';
import { pageRules, valuesOf } from './page-values.ts';
import { useConflict } from './use-conflict.ts';

interface Options {
  contractorId: number;
  companyName: string;
  page: CoBrandedPage | null;
  onSaved(page: CoBrandedPage, message: string): void;
}

/** The form's state: its fields by the contract's rules, the logo beside them, and what to do when somebody else was faster. */
export function usePageForm({ contractorId, companyName, page, onSaved }: Options) {
  const logo = useLogo(page?.logoUrl ?? null);
  const conflict = useConflict(contractorId, page);
  const form = useContractForm({
    initial: valuesOf(page, companyName),
    rules: () => Promise.resolve(pageRules),
    fieldFor: (name) => name.replace(/^params\./, ''),
    onSubmit: async ({ pageName, ...params }) => {
      logo.setError(undefined);
      const { file, removed } = logo;
      const saved = await savePage({
        contractorId,
        existing: conflict.existing,
        pageName,
        params,
        logo: file,
        removeLogo: removed,
      });
      onSaved(saved.page, saved.message);
    },
    onFailure: (error) => {
      const logoError = error instanceof ApiError ? error.fields['logo'] : undefined;
      if (logoError !== undefined) logo.setError(logoError);
      else if (!conflict.take(error)) showToast(messageOf(error), 'danger', toastLife.long);
    },
  });
  return { ...form, logo, conflict };
}

/** A logo that is chosen, kept or to be removed. */
function useLogo(stored: string | null) {
  const [file, setFile] = useState<File | null>(null);
  const [removed, setRemoved] = useState(false);
  const [error, setError] = useState<string>();
  return {
    file,
    removed,
    error,
    setError,
    stored: removed ? null : stored,
    choose: (chosen: File | null): void => {
      setFile(chosen);
      setRemoved(false);
      setError(undefined);
    },
    remove: (): void => setRemoved(true),
  };
}
