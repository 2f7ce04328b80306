import { and, asc, count, eq, gt, sql } from 'drizzle-orm';
import { acrossContractors } from '../db/across-contractors.ts';
import type { Database } from '../db/connect.ts';
import { auditChain, auditLog, auditUnchained } from '../tables.ts';
import { entriesWith, hashEntry, type ChainedEntry } from './chain.ts';

/** Links read at a time. */
const batchSize = 5000;
/** Entries checked for links at a time. */
const lookBatch = 20_000;
/** The maximum number of reported problems. */
const mostProblems = 100;

/** The chain's head at some time, from the server's log. */
export interface Anchor {
  entries: number;
  hash: string;
}

export interface Verdict {
  /** Verified links. */
  entries: number;
  /** The time of the newest linked entry; null without any. */
  until: string | null;
  /** The last link's hash. */
  head: string;
  /** Entries too new to have a link. */
  waiting: number;
  /** One sentence per mismatch; empty when the log is intact. */
  problems: string[];
}

interface Link {
  position: number;
  entryId: number;
  previous: string;
  hash: string;
  entry: ChainedEntry | null;
}

/**
 * Walks the audit log's chain from the first link to the last and compares each entry with its
 * hash. Checks the log's own anchors and the given `anchors`.
 */
export async function verifyChain(db: Database, anchors: readonly Anchor[] = []): Promise<Verdict> {
  const problems: string[] = [];
  let last = { position: 0, hash: '' };
  let until: string | null = null;
  let entries = 0;
  for (;;) {
    const links = await linksAfter(db, last.position);
    for (const link of links) {
      problems.push(...wrongWith(link, last));
      problems.push(...(await anchorsIn(db, link.entry)));
      if (link.entry !== null && (until === null || link.entry.at > until)) until = link.entry.at;
      last = link;
      entries += 1;
    }
    if (links.length < batchSize || problems.length >= mostProblems) break;
  }
  for (const anchor of anchors) problems.push(...(await wrongAnchor(db, anchor)));
  problems.push(...(await unlinked(db)), ...(await lostBefore(db)));
  const [waits] = await db.select({ waiting: count() }).from(auditUnchained);
  return {
    entries,
    until,
    head: last.hash,
    waiting: waits?.waiting ?? 0,
    problems: problems.slice(0, mostProblems),
  };
}

async function linksAfter(db: Database, position: number): Promise<Link[]> {
  const links = await db
    .select()
    .from(auditChain)
    .where(gt(auditChain.position, position))
    .orderBy(asc(auditChain.position))
    .limit(batchSize);
  const found = await entriesWith(
    db,
    links.map(({ entryId }) => entryId),
  );
  const entries = new Map(found.map((entry) => [entry.id, entry]));
  return links.map((link) => ({ ...link, entry: entries.get(link.entryId) ?? null }));
}

/** Whether a link's hash matches its entry. */
const fits = ({ previous, hash }: Link, entry: ChainedEntry): boolean =>
  hashEntry(previous, entry) === hash;

function wrongWith(link: Link, last: { position: number; hash: string }): string[] {
  const { position, entryId, previous, entry } = link;
  const found: string[] = [];
  const missing = position - last.position - 1;
  if (missing > 0)
    found.push(
      missing === 1
        ? `Link ${position - 1} was removed.`
        : `Links ${last.position + 1} to ${position - 1} were removed.`,
    );
  else if (previous !== last.hash)
    found.push(`Link ${position} (entry ${entryId}) does not follow from the link before it.`);
  if (entry === null) found.push(`Entry ${entryId} was removed.`);
  else if (!fits(link, entry))
    found.push(`Entry ${entryId} of ${entry.at} (${entry.action}) was changed.`);
  return found;
}

/** An anchor in the log must match the link that it names. */
async function anchorsIn(db: Database, entry: ChainedEntry | null): Promise<string[]> {
  if (entry?.action !== 'audit.anchored') return [];
  const { entries, hash } = entry.details;
  if (typeof entries !== 'number' || typeof hash !== 'string') return [];
  return wrongAnchor(db, { entries, hash });
}

async function wrongAnchor(db: Database, { entries, hash }: Anchor): Promise<string[]> {
  const [link] = await db
    .select({ hash: auditChain.hash })
    .from(auditChain)
    .where(eq(auditChain.position, entries));
  if (link === undefined) return [`The chain once had ${entries} links and now has fewer.`];
  return link.hash === hash
    ? []
    : [`Link ${entries} is not the one that was recorded: the chain was rebuilt.`];
}

/** Entries without a link or a row that marks them as waiting: `recordAudit` didn't insert them. */
async function unlinked(db: Database): Promise<string[]> {
  const found: string[] = [];
  for (let after = 0; found.length < mostProblems;) {
    // Read entries first: every entry seen here already has its waiting row.
    const part = await db
      .select({ id: auditLog.id })
      .from(auditLog)
      .where(and(gt(auditLog.id, after), acrossContractors('One chain holds every entry.')))
      .orderBy(asc(auditLog.id))
      .limit(lookBatch);
    const last = part.at(-1);
    if (last === undefined) break;
    after = last.id;
    const { rows } = await db.execute<{ id: string }>(sql`
      select id from unnest(${toArrayLiteral(part)}::bigint[]) as part(id)
      where not exists (select from audit_chain where entry_id = part.id)
        and not exists (select from audit_unchained where entry_id = part.id)
      order by id limit ${mostProblems}`);
    found.push(...rows.map(({ id }) => `Entry ${id} was inserted without being chained.`));
  }
  return found;
}

/** Entries that were removed before they got a link. */
async function lostBefore(db: Database): Promise<string[]> {
  const waiting = await db
    .select({ id: auditUnchained.entryId })
    .from(auditUnchained)
    .orderBy(asc(auditUnchained.entryId));
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from audit_log where id = any(${toArrayLiteral(waiting)}::bigint[])
      and ${acrossContractors('One chain holds every entry.')}`,
  );
  const present = new Set(rows.map(({ id }) => Number(id)));
  const lost = waiting.filter(({ id }) => !present.has(id)).map(({ id }) => id);
  if (lost.length === 0) return [];
  // An entry linked in the meantime isn't lost.
  const still = await db
    .select({ id: auditUnchained.entryId })
    .from(auditUnchained)
    .where(
      sql`${auditUnchained.entryId} = any(${toArrayLiteral(lost.map((id) => ({ id })))}::bigint[])`,
    )
    .orderBy(asc(auditUnchained.entryId))
    .limit(mostProblems);
  return still.map(({ id }) => `Entry ${id} was removed before it was chained.`);
}

const toArrayLiteral = (rows: readonly { id: number }[]): string =>
  `{${rows.map(({ id }) => id).join()}}`;
