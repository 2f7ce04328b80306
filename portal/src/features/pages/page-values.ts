import {
  pageParams,
  pageName,
  type CoBrandedPage,
  type CreditCardAnswer,
} from '@lintel/contract/pages';
import '../../lib/form/rules.ts';

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
export const pageRules = pageParams.extend({ pageName });

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
