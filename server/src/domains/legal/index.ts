import * as provider from '@lintel/contract/legal/provider';
import * as texts from '@lintel/contract/legal/texts';
import { handle } from '../../platform/http/route.ts';
import type { Context } from '../../platform/context.ts';
import type { Part } from '../../platform/part.ts';
import type { LegalDeps } from './deps.ts';
import { readStored, saveFacts } from './provider.ts';
import { listTexts, listVersions, publish } from './texts.ts';

export { ensureBuiltInTexts } from './built-in.ts';
export {
  insertFacts as insertProviderFacts,
  readFacts as readProviderFacts,
  takesApplications,
} from './provider.ts';
export {
  currentConsents,
  readText,
  shownOfLate,
  type ShownText,
  type Surroundings,
} from './current-texts.ts';

type Deps = Pick<Context, 'config' | 'database' | 'clock'> &
  Pick<LegalDeps, 'namesOf' | 'accountOf'>;

/** Versioned legal texts, and the provider's licenses and lenders. */
export function part({ config, database, ...others }: Deps): Part {
  const deps = { ...others, db: database.db, timeZone: config.BUSINESS_TIME_ZONE };
  return {
    routes: [
      handle(texts.listLegalTexts, () => listTexts(deps)),
      handle(texts.listLegalVersions, ({ params, query }) =>
        listVersions(deps, params.kind, query),
      ),
      handle(texts.publishLegalText, async ({ params, body, caller }) => ({
        message: 'Published.',
        version: await publish(deps, caller, params.kind, body),
      })),
      handle(provider.readProvider, () => readStored(deps)),
      handle(provider.saveProvider, async ({ body, caller }) => ({
        message: 'Success!',
        settings: await saveFacts(deps, caller, body),
      })),
    ],
  };
}
