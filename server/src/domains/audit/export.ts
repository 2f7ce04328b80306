import { keysOf } from '@lintel/contract/core/map-values';
import type { exportAudit } from '@lintel/contract/audit/log';
import type { RequestPart } from '@lintel/contract/core/endpoint';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import { inBatches } from '../../platform/db/batches.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { FileAnswer } from '../../platform/http/route.ts';
import { inTurns, type Exports } from '../../platform/spreadsheet/exports.ts';
import type { Cell, Column } from '../../platform/spreadsheet/cells.ts';
import {
  mostSheetRows,
  requireSheetRoom,
  spreadsheetAnswer,
  type Download,
} from '../../platform/spreadsheet/spreadsheet.ts';
import { readFilter } from './log.ts';
import { namesOf, presentEntry } from './present.ts';
import { auditStatement, countAudit, entryFields, type AuditFilter } from './repository.ts';

const columns: readonly Column[] = [
  { header: 'Entry', kind: 'number', width: 10 },
  { header: 'When', kind: 'text', width: 24 },
  { header: 'Done by', kind: 'text', width: 24 },
  { header: 'E-mail', kind: 'text', width: 28 },
  { header: 'As', kind: 'text', width: 24 },
  { header: 'What', kind: 'text', width: 32 },
  { header: 'Action', kind: 'text', width: 26 },
  { header: 'About', kind: 'text', width: 28 },
  { header: 'Contractor', kind: 'text', width: 28 },
  { header: 'Contractor id', kind: 'number', width: 12 },
  { header: 'Address', kind: 'text', width: 18 },
  { header: 'Details', kind: 'text', width: 40 },
];

/** Rows per batch. */
const batchSize = 500;

/**
 * Streams the log's entries as a download, which is audited itself. Throws `busy` when too many
 * downloads are active, and `invalid` when a workbook can't hold the entries.
 */
export async function exportLog(
  context: Context,
  exports: Exports,
  caller: Caller,
  query: RequestPart<typeof exportAudit, 'query'>,
): Promise<FileAnswer> {
  const { format, ...filters } = query;
  const filter = await readFilter(context, filters);
  const end = exports.begin();
  try {
    if (format === 'xlsx')
      requireSheetRoom(format, await countAudit(context.db, filter, mostSheetRows));
    const set = keysOf(filters).filter(
      (name) => !['', undefined].includes(optionalText(filters[name])),
    );
    await recordAudit(context.db, context.clock, caller, {
      action: 'audit.exported',
      entity: 'audit-log',
      contractorId: null,
      details: { format, filters: set },
    });
    const stalled = (): void => void download.content.destroy(new Error('The reader has gone'));
    const download: Download = spreadsheetAnswer(format, {
      fileName: `audit-log-${dayIn(context.clock.now(), context.config.BUSINESS_TIME_ZONE)}`,
      sheetName: 'Audit log',
      columns,
      rows: inTurns(iterateCells(context, filter), stalled),
    });
    download.content.once('close', end);
    return download;
  } catch (error) {
    end();
    throw error;
  }
}

const optionalText = (value: string | number | undefined): string | undefined =>
  value === undefined ? undefined : String(value);

/** Yields the rows as cells, loading the names of each batch together. */
async function* iterateCells(
  { db, database, config }: Context,
  filter: AuditFilter,
): AsyncGenerator<Cell[][]> {
  const moment = momentIn(config.BUSINESS_TIME_ZONE);
  const statement = auditStatement(db, filter);
  const options = { fields: entryFields, statement, size: batchSize };
  for await (const rows of inBatches(database.pool, options)) {
    const names = await namesOf(db, rows);
    yield rows.map((row) => {
      const { id, by, as, bySystem, text, action, about, contractor, address } = presentEntry(
        row,
        names,
      );
      const who = by?.name ?? (bySystem ? 'The system' : 'Not signed in');
      const whose = [contractor?.name ?? '', contractor?.id ?? null];
      const details = Object.keys(row.details).length === 0 ? '' : JSON.stringify(row.details);
      const what = [text, action, about, ...whose, address, details];
      return [id, moment(row.at), who, by?.email ?? '', as?.name ?? '', ...what];
    });
  }
}

/** `2026-11-23 08:15:02 EST`: the time with the zone abbreviation, which changes over the year. */
function momentIn(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const named = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' });
  const zoneAt = (at: Date): string =>
    named.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return (at) => `${format.format(at)} ${zoneAt(at)}`;
}
