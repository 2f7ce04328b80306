import { locales, type Language } from '@lintel/contract/core/language';
import { legalKindNames } from '@lintel/contract/legal/constants';
import { readLegalText } from '@lintel/contract/legal/markup';
import type { LegalView } from '@lintel/contract/legal/page';
import { brandFromConfig } from '../../platform/brand.ts';
import type { Context } from '../../platform/context.ts';
import { readPublicFacts, readText } from '../legal/index.ts';
import type { PageRow } from './repository.ts';

/** The requested version; undefined when none is requested, 0 when invalid. */
export const versionIn = (requested: unknown): number | undefined =>
  requested === undefined
    ? undefined
    : /^[1-9]\d{0,8}$/.test(String(requested))
      ? Number(requested)
      : 0;

/** A day (`yyyy-mm-dd`) for use in a sentence. */
export const dayWords = (day: string, language: Language): string =>
  new Date(day).toLocaleDateString(locales[language], { dateStyle: 'long', timeZone: 'UTC' });

/** Content of a legal page: a text, one of its earlier versions, or a list of the provider. */
export async function readLegalView(
  { db, clock, config }: Context,
  page: PageRow,
  requested: { kind: string; version: number | undefined; language: Language },
): Promise<LegalView> {
  const provider = await readPublicFacts(db);
  // An empty page would make a false statement.
  if (requested.kind === 'licenses')
    return provider.nmlsId === '' && provider.licenses.length === 0
      ? { step: 'missing' }
      : { step: 'licenses', provider };
  if (requested.kind === 'lenders')
    return provider.lenders.length === 0 ? { step: 'missing' } : { step: 'lenders', provider };
  const kind = legalKindNames.find((one) => one === requested.kind);
  if (kind === undefined) return { step: 'missing' };
  const { version, language } = requested;
  const at = { brand: brandFromConfig(config), provider, page };
  const found = await readText(db, at, { kind, version, language, now: clock.now() });
  if (found === null) return { step: 'missing' };
  const { shown, versions } = found;
  return {
    step: 'text',
    kind,
    text: readLegalText(shown.text),
    version: shown.version,
    since: dayWords(shown.effectiveFrom, language),
    isCurrent: shown.version === versions[0]?.version,
    versions: versions.map((one) => ({
      version: one.version,
      since: dayWords(one.effectiveFrom, language),
    })),
  };
}
