import { legalKindNames, type LegalKindName } from '@lintel/contract/legal/constants';
import { dayIn } from '@lintel/contract/core/days';
import type { Database } from '../../platform/db/connect.ts';
import { contact } from './defaults/contact.ts';
import { eSign } from './defaults/e-sign.ts';
import { privacy } from './defaults/privacy.ts';
import { sharing } from './defaults/sharing.ts';
import { stateTexts } from './defaults/states.ts';
import { terms } from './defaults/terms.ts';
import * as repository from './repository.ts';
import { toTextColumns } from './texts.ts';

/** The built-in texts. A provider has its own counsel review them. */
export const builtInTexts: Readonly<Record<LegalKindName, { en: string; es: string }>> = {
  sharing,
  'e-sign': eSign,
  contact,
  privacy,
  terms,
  ...stateTexts,
};

/**
 * Publishes the built-in text of each kind that has none, or whose newest version is a built-in
 * text of an earlier release. Texts published by staff remain the newest. Runs at each start, even
 * of several processes at once.
 */
export async function ensureBuiltInTexts(
  db: Database,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const kind of legalKindNames) {
      await repository.lockKind(tx, kind);
      const latest = await repository.latestVersion(tx, kind);
      const stored = await repository.findVersion(tx, kind, latest);
      const texts = toTextColumns(builtInTexts[kind]);
      const isCurrent = stored?.hashEn === texts.hashEn && stored.hashEs === texts.hashEs;
      if (isCurrent || (stored !== undefined && stored.publishedBy !== null)) continue;
      await repository.insertVersion(tx, {
        kind,
        version: latest + 1,
        effectiveFrom: dayIn(now, timeZone),
        // The first version applies from the beginning of time.
        effectiveAt: latest === 0 ? new Date(0) : now,
        publishedAt: now,
        publishedBy: null,
        ...texts,
      });
    }
  });
}
