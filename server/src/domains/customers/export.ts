import { and, count, eq, type SQL } from 'drizzle-orm';
import type { exportCustomers } from '@lintel/contract/customers/export';
import { customerOriginLabels } from '@lintel/contract/customers/constants';
import { phoneText } from '@lintel/contract/core/field-rules';
import type { RequestPart } from '@lintel/contract/core/endpoint';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { dayFormat } from '../../platform/day-format.ts';
import { dayIn } from '../../platform/days.ts';
import { inBatches } from '../../platform/db/batches.ts';
import { buildOrder } from '../../platform/db/pages.ts';
import type { FileAnswer } from '../../platform/http/route.ts';
import { resolveSections, type Sections } from '../../platform/http/sections.ts';
import type { Cell, Column } from '../../platform/spreadsheet/cells.ts';
import { inTurns, type Exports } from '../../platform/spreadsheet/exports.ts';
import {
  requireSheetRoom,
  spreadsheetAnswer,
  type Download,
} from '../../platform/spreadsheet/spreadsheet.ts';
import { orderedCustomers, type CustomerFilter, type ListOrder } from './list-repository.ts';
import { originSeen } from './present.ts';
import type { CustomerRow } from './repository.ts';
import { customers } from './tables.ts';
import { readContractorZone } from '../contractors/index.ts';

/** Rows per batch. */
const batchSize = 500;

export const exportColumns: readonly Column[] = [
  { header: 'Name', kind: 'text', width: 28 },
  { header: 'Phone', kind: 'text', width: 16 },
  { header: 'E-mail', kind: 'text', width: 30 },
  { header: 'Street', kind: 'text', width: 28 },
  { header: 'City', kind: 'text', width: 18 },
  { header: 'State', kind: 'text', width: 8 },
  { header: 'ZIP code', kind: 'text', width: 11 },
  { header: 'Tags', kind: 'text', width: 20 },
  { header: 'Notes', kind: 'text', width: 40 },
  { header: 'Source', kind: 'text', width: 20 },
  { header: 'Added', kind: 'day', width: 12 },
  { header: 'Last activity', kind: 'day', width: 12 },
];

const fields = {
  id: customers.id,
  name: customers.name,
  phone: customers.phone,
  email: customers.email,
  street: customers.street,
  city: customers.city,
  state: customers.state,
  zip: customers.zip,
  tags: customers.tags,
  notes: customers.notes,
  origin: customers.origin,
  createdAt: customers.createdAt,
  activeAt: customers.activeAt,
};

/** Builds a customer's cells for a reader with these sections. */
export function createCells(
  timeZone: string,
  seen: Sections,
): (row: Pick<CustomerRow, keyof typeof fields>) => Cell[] {
  const day = dayFormat(timeZone);
  const originOf = (row: Pick<CustomerRow, 'origin'>): string => {
    const origin = originSeen(row, seen);
    return origin === null ? '' : customerOriginLabels[origin];
  };
  return (row) => [
    row.name,
    phoneText(row.phone),
    row.email,
    row.street,
    row.city,
    row.state,
    row.zip,
    row.tags.join(', '),
    row.notes,
    originOf(row),
    day(row.createdAt),
    day(row.activeAt),
  ];
}

/** Yields a contractor's customers as cells, in batches; `where` is an additional condition. */
export async function* exportBatches(
  { db, database, config }: Context,
  contractorId: number,
  { where, order, seen }: { where: SQL | undefined; order: SQL; seen: Sections },
): AsyncGenerator<Cell[][]> {
  const statement = db
    .select(fields)
    .from(customers)
    .where(and(eq(customers.contractorId, contractorId), where))
    .orderBy(order)
    .toSQL();
  const timeZone = await readContractorZone(db, contractorId, config.BUSINESS_TIME_ZONE);
  const cells = createCells(timeZone, seen);
  for await (const rows of inBatches(database.pool, { fields, statement, size: batchSize }))
    yield rows.map(cells);
}

/**
 * Streams the list as a download. Throws `busy` when too many downloads are active, and `invalid`
 * when a workbook can't hold the rows.
 */
export async function exportList(
  context: Context,
  exports: Exports,
  caller: Caller,
  {
    contractorId,
    query,
  }: { contractorId: number; query: RequestPart<typeof exportCustomers, 'query'> },
): Promise<FileAnswer> {
  const { format, order, userId: _claim, ...filters } = query;
  const { db, clock, config } = context;
  const timeZone = await readContractorZone(db, contractorId, config.BUSINESS_TIME_ZONE);
  const end = exports.begin();
  try {
    const listQuery = matching({ ...filters, contractorId }, order);
    requireSheetRoom(format, await countMatching(context, contractorId, listQuery.where));
    // Audited before the first row is sent, whether or not the file arrives.
    await recordAudit(db, clock, caller, {
      action: 'customers.exported',
      entity: 'customers',
      details: { format, filters: filterNames(filters) },
    });
    const stalled = (): void => void download.content.destroy(new Error('The reader has gone'));
    const download: Download = spreadsheetAnswer(format, {
      fileName: `customers-${dayIn(clock.now(), timeZone)}`,
      sheetName: 'Customers',
      columns: exportColumns,
      rows: inTurns(
        exportBatches(context, contractorId, { ...listQuery, seen: resolveSections(caller) }),
        stalled,
      ),
    });
    download.content.once('close', end);
    return download;
  } catch (error) {
    end();
    throw error;
  }
}

function matching(filter: CustomerFilter, listOrder: ListOrder) {
  const rows = orderedCustomers(filter, listOrder);
  return { where: and(rows.where, rows.search?.index), order: buildOrder(rows) };
}

async function countMatching(
  { db }: Context,
  contractorId: number,
  where: SQL | undefined,
): Promise<number> {
  const [all] = await db
    .select({ total: count() })
    .from(customers)
    .where(and(eq(customers.contractorId, contractorId), where));
  return all?.total ?? 0;
}

/** Names of the active filters; the search text itself may be a person's name. */
const filterNames = ({ search, tag, state }: Omit<CustomerFilter, 'contractorId'>): string[] => [
  ...(search === '' ? [] : ['search']),
  ...(tag === '' ? [] : ['tag']),
  ...(state === 'active' ? [] : [state]),
];
