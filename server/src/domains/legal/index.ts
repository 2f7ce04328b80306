import type { Context } from '../../platform/context.ts';
import type { Part } from '../../platform/part.ts';
import { legalRoutes } from './routes.ts';
import { companyState } from './provider.ts';

export { ensureBuiltInTexts } from './built-in.ts';
export {
  insertFacts as insertProviderFacts,
  readFacts as readProviderFacts,
  takesApplications,
} from './provider.ts';
export { readPublicFacts, readServedStates } from './public-lenders.ts';
export {
  currentConsents,
  currentStateTexts,
  readText,
  findRecentText,
  type LegalTextView,
  type LegalContext,
} from './current-texts.ts';

/** Versioned legal texts, and the provider's licenses and lenders. */
export const part = (context: Context): Part => ({
  routes: legalRoutes(context),
  setup: { company: { state: () => companyState(context) } },
});
