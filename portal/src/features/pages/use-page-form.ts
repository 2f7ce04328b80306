import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import * as m from '#messages';
import type { Opportunity } from '@lintel/contract/billing/tiers';
import type { Contractor } from '@lintel/contract/contractors/contractor';
import {
  pageName,
  pageParams,
  type CoBrandedPage,
  type CreditCardAnswer,
  type PageParams,
} from '@lintel/contract/pages/page';
import { ApiError, errorMessage } from '../../lib/api/api-error.ts';
import { openDialog } from '../../lib/dialog.ts';
import { useEditForm } from '../../lib/edit-form/use-edit-form.ts';
import '../../lib/form/rules.ts';
import { sessionQuery } from '../../lib/session.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { useStoredFile } from '../../lib/form/use-stored-file.ts';
import { pagesQuery, savePage } from './requests.ts';

/**
 * Asks before the user leaves unsaved input by a link or by closing the tab. Doesn't ask after the
 * session has ended or the account has changed: nothing could be saved.
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
        title: m.common_unsaved_title(),
        text: m.common_unsaved_pageText(),
        confirm: m.common_unsaved_leave(),
        cancel: m.common_unsaved_stay(),
        tone: 'warning',
      });
      return !leaves;
    },
  });
}

/** The screen's one-line description. */
export const purpose = m.pages_purpose();

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

const pageRules = pageParams.extend({ pageName });

export const labels: Record<keyof PageValues, string> = {
  pageName: m.pages_form_name(),
  companyName: m.common_companyName(),
  title: m.common_title(),
  logoLinkUrl: m.pages_form_logoLink(),
  fdAgreement: m.pages_fundingAgreement(),
  helocOffer: m.pages_heloc(),
  concierge: m.pages_concierge(),
  ccAcceptance: m.pages_creditCards(),
};

/**
 * A page as form values. A new page starts with the contractor's name and every offer in the plan.
 */
export const toPageValues = (
  page: CoBrandedPage | null,
  companyName: string,
  opportunities: readonly Opportunity[] = [],
): PageValues =>
  page === null
    ? {
        pageName: '',
        companyName,
        title: '',
        logoLinkUrl: '',
        fdAgreement: opportunities.includes('FDA'),
        helocOffer: opportunities.includes('HELOC'),
        concierge: false,
        ccAcceptance: '',
      }
    : { pageName: page.pageName, ...page.params };

export interface PageFormOptions {
  contractor: Pick<Contractor, 'id' | 'companyName'>;
  /** The page being edited; null creates a page. */
  page: CoBrandedPage | null;
  opportunities: readonly Opportunity[];
  /** Whether concierge is shown, and whether the plan forces it. */
  concierge: { shown: boolean; implied: boolean };
  /** Resolves after the screen shows the saved page. */
  onSaved(page: CoBrandedPage, message: string): Promise<void>;
}

/** The page form. Its logo is a separate file. */
export function usePageForm(options: PageFormOptions) {
  const { contractor, page, onSaved } = options;
  const contractorId = contractor.id;
  const client = useQueryClient();
  const logo = useStoredFile(page?.logoUrl ?? null);
  const [opened] = useState(page);
  const used = useEditForm({
    item: page,
    toValues: (stored) => toPageValues(stored, contractor.companyName, options.opportunities),
    labels,
    rules: () => Promise.resolve(pageRules),
    fieldFor: (name) => name.replace(/^params\./, ''),
    save: (existing, { pageName, ...params }) => {
      logo.setError(undefined);
      return savePage({
        contractorId,
        existing,
        pageName,
        params: settable(params, options),
        logo: logo.file,
        removeLogo: logo.removed,
      });
    },
    find: async (id) => {
      const { data } = await client.fetchQuery({ ...pagesQuery(contractorId), staleTime: 0 });
      return data.find((stored) => stored.id === id);
    },
    onSaved: (saved) => onSaved(saved.page, saved.message),
    onFailure: (failure, isChoice) => {
      const logoError = failure instanceof ApiError ? failure.fields['logo'] : undefined;
      if (logoError !== undefined) logo.setError(logoError);
      else if (!isChoice) showToast(errorMessage(failure), 'danger', toastLife.long);
    },
  });
  useUnsavedGuard(logo.file !== null || logo.removed || used.dirty, contractorId);
  const conflict = used.conflict && {
    ...used.conflict,
    otherLogo: used.conflict.newer.logoUrl !== opened?.logoUrl,
  };
  return { ...used, logo, conflict };
}

/**
 * Omits switches that the plan or the user's privileges don't allow: the server keeps their stored
 * values.
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
