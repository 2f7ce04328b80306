import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { legalKindNames, legalKinds, type LegalKindName } from '@lintel/contract/legal/constants';
import type { LegalVersion, listLegalTexts, newVersion } from '@lintel/contract/legal/texts';
import type { ResponseBody } from '@lintel/contract/core/endpoint';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { dayIn, dayText } from '../../platform/days.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import * as repository from './repository.ts';
import type { LegalRow } from './repository.ts';

export const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');

interface VersionPeriod {
  row: LegalRow;
  endsAt: Date | null;
}

function versionState({ row, endsAt }: VersionPeriod, now: Date): LegalVersion['state'] {
  if (endsAt !== null && endsAt <= row.effectiveAt) return 'replaced';
  if (row.effectiveAt > now) return 'planned';
  return endsAt !== null && endsAt <= now ? 'past' : 'current';
}

const present = (
  shown: VersionPeriod,
  now: Date,
  names: ReadonlyMap<number, string>,
): LegalVersion => {
  const { row } = shown;
  return {
    kind: row.kind,
    version: row.version,
    state: versionState(shown, now),
    effectiveFrom: row.effectiveFrom,
    effectiveAt: row.effectiveAt.toISOString(),
    publishedAt: row.publishedAt.toISOString(),
    publishedBy: row.publishedBy === null ? '' : (names.get(row.publishedBy) ?? ''),
    texts: {
      en: { text: row.textEn, hash: row.hashEn },
      es: { text: row.textEs, hash: row.hashEs },
    },
  };
};

const readPublisherNames = ({ db, accounts }: Context, rows: readonly LegalRow[]) =>
  accounts.namesOf(
    db,
    rows.flatMap(({ publishedBy }) => publishedBy ?? []),
  );

/** Each text with its current and its next version. */
export async function listTexts(context: Context): Promise<ResponseBody<typeof listLegalTexts>> {
  const now = context.clock.now();
  const [current, latest] = await Promise.all([
    repository.selectCurrent(context.db, now),
    repository.selectLatest(context.db),
  ]);
  const names = await readPublisherNames(context, [...current, ...latest]);
  const data = legalKindNames.map((kind) => {
    const shown = current.find((row) => row.kind === kind);
    const newest = latest.find((row) => row.kind === kind);
    if (shown === undefined || newest === undefined)
      throw new Error(`There is no legal text ${kind}`);
    const isPlanned = newest.effectiveAt > now;
    return {
      kind,
      current: present({ row: shown, endsAt: null }, now, names),
      planned: isPlanned ? present({ row: newest, endsAt: null }, now, names) : null,
      latest: newest.version,
    };
  });
  return { today: dayIn(now, context.config.BUSINESS_TIME_ZONE), data };
}

/** A page of a text's versions. */
export async function listVersions(
  context: Context,
  kind: LegalKindName,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: LegalVersion[]; total: number }> {
  const { rows, total } = await repository.selectVersions(context.db, kind, {
    limit,
    offset: (page - 1) * limit,
  });
  const names = await readPublisherNames(
    context,
    rows.map(({ row }) => row),
  );
  return { data: rows.map((row) => present(row, context.clock.now(), names)), total };
}

/**
 * Publishes a version of a text. Throws `conflict` when there is a newer one than the editor saw,
 * and a field error for a past day.
 */
export async function publish(
  context: Context,
  caller: Caller,
  kind: LegalKindName,
  form: z.output<typeof newVersion> & { basedOn: number },
): Promise<LegalVersion> {
  const { id: publishedBy, firstname, lastname } = caller.authenticated;
  const row = await context.db.transaction(async (tx) => {
    await repository.lockKind(tx, kind);
    const now = context.clock.now();
    if (form.effectiveFrom < dayIn(now, context.config.BUSINESS_TIME_ZONE))
      throw invalidField('effectiveFrom', 'Please choose today or a later day.');
    const latest = await repository.latestVersion(tx, kind);
    if (latest !== form.basedOn) throw await staleVersion(context, tx, kind, latest);
    const start = await repository.readStartOfDay(
      tx,
      form.effectiveFrom,
      context.config.BUSINESS_TIME_ZONE,
    );
    const published: LegalRow = {
      kind,
      version: latest + 1,
      effectiveFrom: form.effectiveFrom,
      effectiveAt: start > now ? start : now,
      publishedAt: now,
      publishedBy,
      ...toTextColumns(form),
    };
    await repository.insertVersion(tx, published);
    const { version, effectiveFrom, hashEn, hashEs } = published;
    await recordAudit(tx, context.clock, caller, {
      action: 'legal-text.published',
      entity: 'legal-text',
      entityId: kind,
      contractorId: null,
      details: { version, effectiveFrom, hashEn, hashEs },
    });
    return published;
  });
  const names = new Map([[publishedBy, `${firstname} ${lastname}`.trim()]]);
  return present({ row, endsAt: null }, context.clock.now(), names);
}

export const toTextColumns = ({ en, es }: { en: string; es: string }) => ({
  textEn: en,
  textEs: es,
  hashEn: hashText(en),
  hashEs: hashText(es),
});

async function staleVersion(
  context: Context,
  tx: Database,
  kind: LegalKindName,
  latest: number,
): Promise<AppError> {
  const row = await repository.findVersion(tx, kind, latest);
  const by = row?.publishedBy ?? null;
  const name = by === null ? undefined : (await context.accounts.namesOf(tx, [by])).get(by);
  const on =
    row === undefined ? '' : ` on ${dayText(row.publishedAt, context.config.BUSINESS_TIME_ZONE)}`;
  return new AppError('conflict', {
    message: `${name ?? 'Someone else'} published version ${latest} of “${legalKinds[kind].label}”${on}. Nothing was published.`,
  });
}
