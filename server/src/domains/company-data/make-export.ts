import { companyExportDays } from '@lintel/contract/company-data/export';
import { brandFromConfig } from '../../platform/brand.ts';
import { ZipWriter } from '../../platform/archive/zip.ts';
import type { Context } from '../../platform/context.ts';
import { dayText } from '../../platform/days.ts';
import { writeMeasured } from '../../platform/files/made-file.ts';
import type { OwnData, OwnTable } from '../../platform/own-data.ts';
import { gathered, type Row } from '../../platform/spreadsheet/cells.ts';
import { createCsv } from '../../platform/spreadsheet/spreadsheet.ts';
import { contractorPlan } from '../contractors/index.ts';
import { notify } from '../messaging/index.ts';
import { exportExpiry } from './export.ts';
import { makeExport } from './queue-jobs.ts';
import { beginTry, markFailed, markReady, type ExportIds, type ExportRow } from './repository.ts';
import { contractorZone } from '@lintel/contract/core/time-zones';

/** Key in the file store. Each try has its own, so that a published file is never overwritten. */
const exportFileKey = ({ contractorId, exportId, tries }: ExportRow): string =>
  `company-data/${contractorId}/${exportId}-${tries}.zip`;

/**
 * Writes an export to the file store and notifies the owner. Safe to run twice, even concurrently:
 * the second run finds it published, and its own file stays unreferenced.
 */
export async function runExport(
  context: Context,
  data: readonly OwnData[],
  ids: ExportIds,
): Promise<void> {
  const { db, log, clock } = context;
  const begun = await beginTry(db, ids);
  if (begun === undefined) return;
  // All previous tries ended with their process.
  if (begun.tries > makeExport.maxAttempts) return markFailed(db, ids);
  try {
    const { key, bytes } = await writeExport(context, data, begun);
    await handOut(context, ids, { key, bytes, at: clock.now() });
  } catch (error) {
    log.error({ err: error }, `The export of contractor ${ids.contractorId} was not made`);
    if (begun.tries < makeExport.maxAttempts) throw error;
    await markFailed(db, ids);
  }
}

async function handOut(
  context: Context,
  ids: ExportIds,
  { key, bytes, at }: { key: string; bytes: number; at: Date },
): Promise<void> {
  const { contractorId } = ids;
  const expiresAt = exportExpiry(at);
  await context.db.transaction(async (tx) => {
    const written = { key, bytes, at, expiresAt };
    if ((await markReady(tx, ids, written)) === undefined) return;
    const { contractor } = await contractorPlan(tx, contractorId);
    const { firstName, lastName, email, companyName } = contractor;
    await notify(tx, context, {
      event: 'company-export-ready',
      key: `company-export-ready:${ids.exportId}`,
      contractorId,
      data: {
        user: { firstname: firstName, lastname: lastName, email },
        to: email,
        company: { name: companyName },
        link: `${context.config.publicUrl}/personal-info`,
        until: dayText(expiresAt, contractorZone(contractor, context.config.BUSINESS_TIME_ZONE)),
      },
    });
  });
}

/** Writes the ZIP and returns its key and size in bytes. */
async function writeExport(
  context: Context,
  data: readonly OwnData[],
  row: ExportRow,
): Promise<{ key: string; bytes: number }> {
  const key = exportFileKey(row);
  const archive = new ZipWriter(context.clock.now());
  let failure: unknown;
  const giveUp = (error: unknown): undefined => {
    // The first failure aborts the other side.
    failure ??= error;
    archive.fail(error);
  };
  const [bytes] = await Promise.all([
    writeMeasured(context.files, key, archive.output).catch(giveUp),
    fillArchive(context, data, { archive, contractorId: row.contractorId }).catch(giveUp),
  ]);
  if (failure !== undefined || bytes === undefined) throw failure;
  return { key, bytes };
}

interface Entry {
  name: string;
  about: string;
  /** Number of rows, for tables. */
  rows?: number;
  bytes: number;
  sha256: string;
}

async function fillArchive(
  context: Context,
  data: readonly OwnData[],
  { archive, contractorId }: { archive: ZipWriter; contractorId: number },
): Promise<void> {
  const entries: Entry[] = [];
  const lost: string[] = [];
  for (const { tables = [], files = [] } of data) {
    for (const table of tables) entries.push(await addTable(archive, table, contractorId));
    for (const { folder, about, files: list } of files)
      for await (const file of list(contractorId)) {
        const name = `${folder}/${plainly(file.name)}`;
        const content = await file.content();
        if (content === null) lost.push(name);
        else entries.push({ name, about, ...(await archive.add(name, content)) });
      }
  }
  const { contractor } = await contractorPlan(context.db, contractorId);
  const facts = { company: contractor.companyName, contractorId, made: context.clock.now() };
  const readme = writeReadme(context, { ...facts, entries, lost });
  const written = await archive.add('README.txt', Buffer.from(readme));
  const all = [...entries, { name: 'README.txt', about: 'What is in this export', ...written }];
  const manifest = JSON.stringify({ ...facts, files: all }, null, 2);
  await archive.add('manifest.json', Buffer.from(`${manifest}\n`));
  archive.end();
}

async function addTable(
  archive: ZipWriter,
  { name: title, about, columns, rows }: OwnTable,
  contractorId: number,
): Promise<Entry> {
  let count = 0;
  async function* counted(): AsyncGenerator<Row> {
    for await (const row of rows(contractorId)) {
      count += 1;
      yield row;
    }
  }
  const name = `${title}.csv`;
  const written = await archive.add(name, createCsv(columns, gathered(counted())));
  return { name, about, rows: count, ...written };
}

/** A file name that is safe on every system. */
const plainly = (name: string): string => name.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '');

interface ExportSummary {
  company: string;
  contractorId: number;
  made: Date;
  entries: readonly Entry[];
  /** Documents that could not be read. */
  lost: readonly string[];
}

function writeReadme(
  { config }: Context,
  { company, contractorId, made, entries, lost }: ExportSummary,
): string {
  const tables = entries.flatMap(({ name: file, rows, about }) =>
    rows === undefined ? [] : [`${file} (${rows} ${rows === 1 ? 'row' : 'rows'})\n    ${about}`],
  );
  const documents = new Map<string, { about: string; count: number }>();
  for (const { name: file, rows, about } of entries) {
    if (rows !== undefined) continue;
    const folder = `${file.split('/')[0]}/`;
    documents.set(folder, { about, count: (documents.get(folder)?.count ?? 0) + 1 });
  }
  const folders = [...documents].map(
    ([folder, { about, count }]) =>
      `${folder} (${count} ${count === 1 ? 'file' : 'files'})\n    ${about}`,
  );
  const parts = [
    `All data that ${brandFromConfig(config).name} keeps for ${company} (account ${contractorId}), as of ${made.toISOString()}.`,
    `Tables are comma-separated values (UTF-8), which you can open in Excel, Numbers, and Google Sheets. Columns marked UTC are in UTC, days are in the time zone ${config.BUSINESS_TIME_ZONE}, and amounts are in US dollars. An apostrophe before a text keeps your spreadsheet from running it as a formula.`,
    `TABLES\n\n${tables.join('\n')}`,
    ...(folders.length > 0 ? [`DOCUMENTS\n\n${folders.join('\n')}`] : []),
    ...(lost.length > 0 ? [`These documents could not be read:\n${lost.join('\n')}`] : []),
    "NOT INCLUDED\n\nPasswords, codes, and other secrets. Bank, card, and tax numbers beyond their last four digits: ask your bank, or see your own copy of the W-9 form. Quick invoices and estimates that you only downloaded: the portal doesn’t keep them. Flyers, social media images, and banners: the portal draws them from your pages. Training videos and other content that all companies share. Our staff's internal notes.",
    `manifest.json lists every file with its size and SHA-256 checksum. This export contains your customers’ personal data: keep it safe, and delete it when you no longer need it. The portal deletes its own copy after ${companyExportDays} days.`,
  ];
  return `${parts.join('\n\n')}\n`.replaceAll('\n', '\r\n');
}
