import { useState } from 'react';
import type { Opportunity } from '@lintel/contract/billing';
import type { Contractor } from '@lintel/contract/contractors';
import type { CoBrandedPage, PageParams } from '@lintel/contract/pages';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { savePage } from './api/save-page.ts';
import { pageRules, valuesOf, type PageValues } from './page-values.ts';
import { useConflict } from './use-conflict.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

export interface PageFormOptions {
  contractor: Pick<Contractor, 'id' | 'companyName'>;
  /** The page that is edited; null makes a new one. */
  page: CoBrandedPage | null;
  opportunities: readonly Opportunity[];
  /** Whether concierge is shown, and whether the plan decides it. */
  concierge: { shown: boolean; implied: boolean };
  /** Resolves when the screen shows the saved page. */
  onSaved(page: CoBrandedPage, message: string): Promise<void>;
}

/**
 * The form's state: its fields by the contract's rules, the logo beside them, and what to do when
 * somebody else was faster.
 */
export function usePageForm(options: PageFormOptions) {
  const { contractor, page, onSaved } = options;
  const contractorId = contractor.id;
  const [initial] = useState(() => valuesOf(page, contractor.companyName));
  const logo = useLogo(page?.logoUrl ?? null);
  const conflict = useConflict(contractorId, page);
  const form = useContractForm({
    initial,
    rules: () => Promise.resolve(pageRules),
    fieldFor: (name) => name.replace(/^params\./, ''),
    onSubmit: async ({ pageName, ...params }) => {
      logo.setError(undefined);
      const { file, removed } = logo;
      const sent = settable(params, options);
      const existing = conflict.existing();
      const saved = await savePage({
        contractorId,
        existing,
        pageName,
        params: sent,
        logo: file,
        removeLogo: removed,
      });
      await onSaved(saved.page, saved.message);
    },
    onFailure: (failure) => {
      const logoError = failure instanceof ApiError ? failure.fields['logo'] : undefined;
      if (logoError === undefined) void tell(failure);
      else logo.setError(logoError);
    },
  });
  const tell = async (failure: unknown): Promise<void> => {
    if (!(await conflict.take(failure))) showToast(messageOf(failure), 'danger', toastLife.long);
  };
  useUnsavedGuard(
    logo.file !== null || logo.removed || differs(form.values, initial),
    contractorId,
  );
  const saveOver = (): void => {
    conflict.accept();
    form.form.ref.current?.requestSubmit();
  };
  return { ...form, logo, conflict, saveOver };
}

/**
 * Without the switches that the plan or the user's privileges lack: the server keeps what is stored
 * of those.
 */
const settable = (
  params: PageParams,
  { opportunities, concierge }: PageFormOptions,
): PageParams => ({
  ...params,
  fdAgreement: params.fdAgreement && opportunities.includes('FDA'),
  helocOffer: params.helocOffer && opportunities.includes('HELOC'),
  concierge: params.concierge && concierge.shown,
});

const differs = (values: PageValues, initial: PageValues): boolean =>
  (Object.keys(initial) as (keyof PageValues)[]).some((field) => values[field] !== initial[field]);

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
