import type { SentConsents } from '@lintel/contract/applications/consents';
import type { Language } from '@lintel/contract/core/language';
import type { ConsentBox } from '@lintel/contract/legal/page';
import type { Ports } from '../src/platform/context.ts';
import { currentConsents, readProviderFacts } from '../src/domains/legal/index.ts';
import { findPublicPage } from '../src/domains/pages/index.ts';
import { brandFromConfig } from '../src/platform/brand.ts';

interface Ticked {
  language?: Language;
  /** Whether the box for automated calls and texts is checked; true by default. */
  contact?: boolean;
}

type Boxes = readonly Pick<ConsentBox, 'kind' | 'hash'>[];

function ticked(boxes: Boxes, contact: boolean): SentConsents {
  const hash = (kind: ConsentBox['kind']) => boxes.find((box) => box.kind === kind)?.hash ?? '';
  return {
    sharing: { hash: hash('sharing'), agreed: true },
    'e-sign': { hash: hash('e-sign'), agreed: true },
    contact: { hash: hash('contact'), agreed: contact },
  };
}

/** The consents of a homeowner who reads the page now and checks its boxes. */
export async function consentsOn(
  { deps, clock }: { deps: Pick<Ports, 'database' | 'config'>; clock: { now(): Date } },
  pageName: string,
  { language = 'en', contact = true }: Ticked = {},
): Promise<SentConsents> {
  const { db } = deps.database;
  const page = await findPublicPage(db, pageName);
  if (page === undefined) throw new Error(`No page ${pageName}`);
  const at = { brand: brandFromConfig(deps.config), provider: await readProviderFacts(db), page };
  return ticked(await currentConsents(db, at, { language, now: clock.now() }), contact);
}

/** The same, read from the page's HTML as in a browser. */
export function consentsIn(html: string, { contact = true }: Ticked = {}): SentConsents {
  const [, data = '{}'] = /id="island">([^<]*)</.exec(html) ?? [];
  const { consents = [] }: { consents?: Boxes } = JSON.parse(data);
  return ticked(consents, contact);
}
