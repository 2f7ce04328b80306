import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import type { Opportunity } from '@lintel/contract/billing';
import type { Contractor } from '@lintel/contract/contractors';
import {
  pageName,
  pageParams,
  type CoBrandedPage,
  type CreditCardAnswer,
  type PageParams,
} from '@lintel/contract/pages';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { openDialog } from '../../lib/dialog.ts';
import '../../lib/form/rules.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { sessionQuery } from '../../lib/session.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { pagesQuery, savePage } from './requests.ts';

/**
 * What to do when somebody else saved the page meanwhile: `theirs` is what is stored now, and a
 * save after `accept` is meant to replace it.
 */
function useConflict(contractorId: number, page: CoBrandedPage | null) {
  const client = useQueryClient();
  const [seen] = useState(page);
  const [theirs, setTheirs] = useState<CoBrandedPage | null>(null);
  const version = useRef(page?.version ?? 0);
  return {
    theirs,
    /** Whether theirs has another logo than the form was opened with. */
    otherLogo: theirs !== null && theirs.logoUrl !== seen?.logoUrl,
    /** The page to change, with the version that the user has seen; null makes a new one. */
    existing: () => seen && { id: seen.id, version: version.current },
    /**
     * Looks up what is stored now, after a conflict. Resolves to whether there is a choice to make:
     * to false when the page is gone.
     */
    async take(failure: unknown): Promise<boolean> {
      if (!(failure instanceof ApiError) || failure.code !== 'conflict') return false;
      const stored = await client
        .fetchQuery({ ...pagesQuery(contractorId), staleTime: 0 })
        .catch(() => null);
      const found = stored?.data.find(({ id }) => id === seen?.id) ?? null;
      setTheirs(found);
      return found !== null;
    },
    accept(): void {
      if (theirs !== null) version.current = theirs.version;
      setTheirs(null);
    },
  };
}

/**
 * Asks before unsaved input is left behind, by a link or by closing the tab. Nobody is held back
 * whose session has ended or who no longer speaks for the contractor: there is nothing left to
 * save.
 */
function useUnsavedGuard(unsaved: boolean, contractorId: number): void {
  const client = useQueryClient();
  const canStillSave = (): boolean =>
    client.getQueryData(sessionQuery.queryKey)?.contractor?.id === contractorId;
  useBlocker({
    disabled: !unsaved,
    enableBeforeUnload: unsaved,
    shouldBlockFn: async ({ next }) => {
      if (next.pathname === '/login' || !canStillSave()) return false;
      const leaves = await openDialog({
        title: 'Leave without saving?',
        text: 'What you changed on this page will be lost.',
        confirm: 'Leave',
        cancel: 'Stay',
        tone: 'warning',
      });
      return !leaves;
    },
  });
}

/** What the screen is for, in one line. */
export const purpose = 'The financing page that carries your name and logo.';

/** The form's fields, flat. */
export interface PageValues {
  pageName: string;
  companyName: string;
  title: string;
  logoLinkUrl: string;
  fdAgreement: boolean;
  helocOffer: boolean;
  concierge: boolean;
  ccAcceptance: CreditCardAnswer | '';
}

/** The contract's rules for them. */
const pageRules = pageParams.extend({ pageName });

/** A page as form values; a new one starts with the contractor's name. */
export const valuesOf = (page: CoBrandedPage | null, companyName: string): PageValues =>
  page === null
    ? {
        pageName: '',
        companyName,
        title: '',
        logoLinkUrl: '',
        fdAgreement: false,
        helocOffer: false,
        concierge: false,
        ccAcceptance: '',
      }
    : { pageName: page.pageName, ...page.params };

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
