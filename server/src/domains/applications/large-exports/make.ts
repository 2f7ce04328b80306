import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { largeExportHours } from '@lintel/contract/applications/large-exports';
import { copyQuery } from '../../../platform/db/copy-query.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { momentText } from '../../../platform/days.ts';
import { writeMeasured } from '../../../platform/files/made-file.ts';
import { NotThereYet } from '../../../platform/jobs/committed.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import {
  beginOf,
  joinedParts,
  noParts,
  type MadePart,
  type PartEnd,
} from '../../../platform/spreadsheet/parts.ts';
import type { PartInMaking, Sheets } from '../../../platform/spreadsheet/sheets.ts';
import type { Account } from '../../../platform/http/caller.ts';
import { contractorZone } from '@lintel/contract/core/time-zones';
import { contractorPlan, inContractorZone } from '../../contractors/index.ts';
import type { EmailRequest } from '../../emails/index.ts';
import { exportColumns, type ExportFacts } from '../export-cells.ts';
import { rowFields } from '../report-repository.ts';
import { hoursAfter, removeLater, type KeptDeps } from './kept.ts';
import { expireLargeExport, jobKeys, makeLargeExport, type ExportIds } from './queue-jobs.ts';
import {
  beginRun,
  deleteParts,
  findExport,
  madeParts,
  nextParts,
  partQuery,
  setPart,
  setRunning,
  settleRows,
  type ExportRow,
  type NextPart,
} from './repository.ts';

export interface MakeDeps extends KeptDeps {
  log: Logger;
  sheets: Sheets;
  /** Of the primary: which rows a part has stands there, and a replica may not have it yet. */
  address: string;
  timeZone: string;
  publicUrl: string;
  /** Rows of a part. */
  partRows: number;
  accountOf(
    db: Database,
    userId: number,
  ): Promise<Pick<Account, 'email' | 'firstname' | 'lastname'> | null>;
  queueMail(tx: Database, request: EmailRequest): Promise<void>;
}

/** Parts that are made before others have their turn. */
const partsOfTurn = 10;
/** So often it is tried without coming further. */
const mostTries = 3;

/**
 * Where the files of an export lie: each run has names of its own, so that what another one wrote
 * is never written over.
 */
const fileKeyOf = ({ contractorId, exportId, runs }: ExportRow, ending: string): string =>
  `application-exports/${contractorId}/${exportId}-${runs}${ending}`;

/** Whose a file is that lies there. */
export function ownerOfKey(key: string): ExportIds | null {
  const found = /^application-exports\/(\d{1,10})\/([0-9a-f-]{36})-\d+(?:-\d+)?\.[a-z]+$/.exec(key);
  return found === null ? null : { contractorId: Number(found[1]), exportId: found[2] ?? '' };
}

/**
 * Goes on with an export where it stands. May run twice, and twice at a time: whoever began first
 * notices that it was overtaken, and nothing names what it has written.
 */
export async function runLargeExport(deps: MakeDeps, ids: ExportIds): Promise<void> {
  const { db, log } = deps;
  const begun = await beginRun(db, ids);
  if (begun === undefined) {
    if ((await findExport(db, ids)) === undefined) throw new NotThereYet('The export');
    return;
  }
  // Whoever began before ended with the process.
  if (begun.tries > mostTries) return giveUp(deps, begun);
  try {
    await takeTurn(deps, begun);
  } catch (error) {
    log.error({ err: error }, `The export ${ids.exportId} of applications was not made`);
    if (begun.tries < mostTries) throw error;
    await giveUp(deps, begun);
  }
}

/** What was written so far stays for whoever looks for the reason, until it expires. */
async function giveUp({ db, clock }: MakeDeps, row: ExportRow): Promise<void> {
  const { contractorId, exportId } = row;
  const expiresAt = hoursAfter(clock.now(), largeExportHours);
  await db.transaction(async (tx) => {
    const set = await setRunning(tx, row, { state: 'failed', expiresAt });
    if (set === undefined) return;
    const at = { key: jobKeys(row).expire, runAt: expiresAt };
    await enqueue(tx, expireLargeExport, { contractorId, exportId }, at);
  });
}

async function takeTurn(deps: MakeDeps, begun: ExportRow): Promise<void> {
  const row = begun.asOf === null ? await settle(deps, begun) : begun;
  if (row === undefined) return;
  const { parts, before } = await nextParts(deps.db, row, partsOfTurn);
  if (!(await makeParts(deps, row, parts, before))) return;
  if (parts.length < partsOfTurn) return join(deps, row);
  const { contractorId, exportId } = row;
  await deps.db.transaction(async (tx) => {
    if ((await setRunning(tx, row, { tries: 0 })) === undefined) return;
    const turn = { key: jobKeys(row).make };
    await enqueue(tx, makeLargeExport, { contractorId, exportId }, turn);
  });
}

/** Which rows it has is settled once; undefined when it is made no longer. */
async function settle(
  { db, clock, partRows }: MakeDeps,
  begun: ExportRow,
): Promise<ExportRow | undefined> {
  const asOf = clock.now();
  return db.transaction(async (tx) => {
    if ((await setRunning(tx, begun, { asOf, rowsMade: 0 })) === undefined) return undefined;
    const rows = await settleRows(tx, begun, begun.asked, { now: asOf, size: partRows });
    return setRunning(tx, begun, { rows });
  });
}

/**
 * Makes parts, one after the other: while one is written, the database reads the rows of the next.
 * False when the export is made no longer, or by somebody else.
 */
async function makeParts(
  deps: MakeDeps,
  row: ExportRow,
  parts: readonly NextPart[],
  before: PartEnd | null,
): Promise<boolean> {
  const zoned = await inContractorZone(deps, row.contractorId);
  let one: BegunPart | undefined;
  let next = beginPart(zoned, row, parts[0], Promise.resolve(before ?? noParts));
  try {
    for (let index = 1; next !== undefined; index += 1) {
      one = next;
      next = beginPart(zoned, row, parts[index], one.end);
      if (!(await writePart(deps, row, one))) return false;
    }
    return true;
  } finally {
    // What nobody reads to its end would hold its connection.
    one?.content.destroy();
    next?.content.destroy();
  }
}

/** A part whose rows are asked for. */
interface BegunPart extends NextPart, PartInMaking {}

function beginPart(
  { db, sheets, address, timeZone }: MakeDeps,
  row: ExportRow,
  next: NextPart | undefined,
  before: Promise<PartEnd>,
): BegunPart | undefined {
  if (next === undefined) return undefined;
  const facts: ExportFacts = { now: row.asOf ?? row.askedAt, timeZone };
  const order = {
    source: { address, replica: null },
    query: copyQuery(rowFields(row.contractorId), partQuery(db, row, next.part).toSQL()),
    format: row.format,
    sheetName: 'Applications',
    columns: exportColumns,
    facts,
  };
  const begin = before.then((end) => beginOf(row.format, end, next.rows));
  return { ...next, ...sheets.makePart(order, begin) };
}

/** False when the export is made no longer, or by somebody else. */
async function writePart(
  { db, files }: MakeDeps,
  row: ExportRow,
  { part, rows, content, end }: BegunPart,
): Promise<boolean> {
  const key = fileKeyOf(row, `-${part}.piece`);
  const bytes = await writeMeasured(files, key, content);
  const { contractorId, exportId } = row;
  const made = { fileKey: key, bytes, end: await end };
  return db.transaction(async (tx) => {
    const standing = { rowsMade: row.rowsMade + rows, tries: 0 };
    if ((await setRunning(tx, row, standing)) === undefined) {
      await removeLater(tx, [key]);
      return false;
    }
    Object.assign(row, standing);
    await setPart(tx, { contractorId, exportId, part }, made);
    return true;
  });
}

/** Puts the parts together, hands the file out and tells who asked for it. */
async function join(deps: MakeDeps, row: ExportRow): Promise<void> {
  const { db, clock, files } = deps;
  const parts = (await madeParts(db, row)).map(({ fileKey, bytes, end }): MadePart => {
    if (fileKey === null || bytes === null || end === null)
      throw new Error('A part of an export was not made');
    return { bytes, end, read: () => contentOf(deps, fileKey) };
  });
  const key = fileKeyOf(row, `.${row.format}`);
  const whole = Readable.from(joinedParts(row.format, 'Applications', parts), {
    objectMode: false,
  });
  const bytes = await writeMeasured(files, key, whole);
  await db.transaction(async (tx) => {
    const expiresAt = hoursAfter(clock.now(), largeExportHours);
    const ready = { state: 'ready', fileKey: key, bytes, expiresAt, tries: 0 } as const;
    if ((await setRunning(tx, row, ready)) === undefined) return removeLater(tx, [key]);
    await removeLater(tx, await deleteParts(tx, row));
    const { contractorId, exportId } = row;
    const at = { key: jobKeys(row).expire, runAt: expiresAt };
    await enqueue(tx, expireLargeExport, { contractorId, exportId }, at);
    await tell(tx, deps, { ...row, ...ready });
  });
}

async function* contentOf({ files }: MakeDeps, key: string): AsyncGenerator<Uint8Array> {
  const content = await files.stream(key);
  if (content === null) throw new Error(`The file ${key} is gone`);
  yield* content;
}

async function tell(tx: Database, deps: MakeDeps, row: ExportRow): Promise<void> {
  const { contractorId, exportId, askedBy, fileName, rows, expiresAt } = row;
  const account = await deps.accountOf(tx, askedBy);
  if (account === null) return;
  const { email, firstname, lastname } = account;
  const { contractor } = await contractorPlan(tx, contractorId);
  const timeZone = contractorZone(contractor, deps.timeZone);
  await deps.queueMail(tx, {
    event: 'applications-export-ready',
    key: `applications-export-ready:${exportId}`,
    contractorId,
    data: {
      user: { firstname, lastname, email },
      to: email,
      company: { name: contractor.companyName },
      report: { file: fileName, rows: rows.toLocaleString('en-US') },
      link: `${deps.publicUrl}/reports-applications?exports=open`,
      until: momentText(expiresAt, timeZone),
    },
  });
}
