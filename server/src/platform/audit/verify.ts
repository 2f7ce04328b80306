import { asc, count, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { auditChain, auditLog, auditUnchained } from '../tables.ts';
import { chainedFields, hashOf, type ChainedEntry } from './chain.ts';

/** Links that are read at a time. */
const batchSize = 5000;
/** Entries whose links are looked for at a time. */
const lookBatch = 20_000;
/** So many problems are told; whoever has that many knows enough. */
const mostProblems = 100;

/** Where the chain stood at some time, as the server's log told. */
export interface Anchor {
  entries: number;
  hash: string;
}

export interface Verdict {
  /** Links that were walked. */
  entries: number;
  /** The time of the newest entry that has a link; null without any. */
  until: string | null;
  /** The hash of the last link. */
  head: string;
  /** Entries that are too new to have a link. */
  waiting: number;
  /** What is not as it was written, a sentence each; empty where all is intact. */
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
 * Walks the chain of the audit log from its first link to its last and compares each entry with
 * what was written. `anchors` are held against it besides those that the log itself has.
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

const linksAfter = (db: Database, position: number): Promise<Link[]> =>
  db
    .select({
      position: auditChain.position,
      entryId: auditChain.entryId,
      previous: auditChain.previous,
      hash: auditChain.hash,
      entry: chainedFields,
    })
    .from(auditChain)
    .leftJoin(auditLog, eq(auditLog.id, auditChain.entryId))
    .where(gt(auditChain.position, position))
    .orderBy(asc(auditChain.position))
    .limit(batchSize);

function wrongWith(link: Link, last: { position: number; hash: string }): string[] {
  const { position, entryId, previous, hash, entry } = link;
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
  else if (hashOf(previous, entry) !== hash)
    found.push(`Entry ${entryId} of ${entry.at} (${entry.action}) was changed.`);
  return found;
}

/** An anchor in the log itself has to fit to the link that it names. */
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
  if (link === undefined)
    return [`The chain had ${entries} links once, and has not that many any more.`];
  return link.hash === hash
    ? []
    : [`Link ${entries} is not the one that was recorded: the chain was made anew.`];
}

/** Entries that have no link and do not wait for one: no trigger saw them come. */
async function unlinked(db: Database): Promise<string[]> {
  const found: string[] = [];
  for (let after = 0; found.length < mostProblems;) {
    const { rows } = await db.execute<{ last: string | null; ids: string[] }>(sql`
      with part as (select id from audit_log where id > ${after} order by id limit ${lookBatch})
      select (select max(id) from part) as last, array(
        select id from part where not exists (select from audit_chain where entry_id = part.id)
          and not exists (select from audit_unchained where entry_id = part.id)
        order by id limit ${mostProblems}) as ids`);
    const [part] = rows;
    if (part === undefined || part.last === null) break;
    after = Number(part.last);
    found.push(...part.ids.map((id) => `Entry ${id} was inserted past the chain.`));
  }
  return found;
}

/** Entries that came and were gone before they got a link. */
async function lostBefore(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select entry_id as id from audit_unchained where not exists (select from audit_log where id = entry_id)
    order by entry_id limit ${mostProblems}`);
  return rows.map(({ id }) => `Entry ${id} was removed before it was chained.`);
}
