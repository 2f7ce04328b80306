import { importMessages } from '@lintel/contract/customers/constants';
import type * as contract from '@lintel/contract/customers/import';
import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import { fullNames } from '../../identity/index.ts';
import { guessColumns } from './guess.ts';
import { planImport } from './plan.ts';
import {
  deleteUntouched,
  emptyFills,
  fillAll,
  insertAll,
  insertImport,
  lockAll,
  lockImport,
  markUndone,
  selectImports,
  setFills,
  type ImportRecord,
} from './repository.ts';
import { readCustomers, readFile } from './rows.ts';

/** Sample rows shown for choosing the columns. */
const sampleRows = 5;

export async function previewFile(
  { helpers }: Context,
  bytes: Buffer | undefined,
): Promise<ResponseBody<typeof contract.readImportFile>> {
  const { headers, rows } = await readFile(helpers.uploads, bytes);
  return {
    headers,
    sample: rows.slice(0, sampleRows).map(({ cells }) => cells),
    rows: rows.length,
    columns: guessColumns(headers),
  };
}

interface ImportRequest extends Pick<
  RequestPart<typeof contract.checkImport, 'body'>,
  'columns' | 'ifKnown'
> {
  bytes: Buffer | undefined;
}

/** Dry run of an import. Stores nothing. */
export async function checkFile(
  { db, helpers }: Context,
  contractorId: number,
  { bytes, columns, ifKnown }: ImportRequest,
): Promise<ResponseBody<typeof contract.checkImport>> {
  const found = await readCustomers(await readFile(helpers.uploads, bytes), columns);
  const { added, fills, skipped } = await planImport(db, contractorId, found.customers, ifKnown);
  return { add: added.length, fill: fills.size, skip: skipped, problems: found.problems };
}

/**
 * Imports the file in one transaction. An invalid line rejects the whole file, or is skipped with
 * `validOnly`.
 */
export async function runImport(
  { db, clock, helpers }: Context,
  caller: Caller,
  contractorId: number,
  {
    bytes,
    columns,
    ifKnown,
    fileName,
    validOnly,
  }: ImportRequest & { fileName: string; validOnly: boolean },
) {
  const { customers, problems } = await readCustomers(
    await readFile(helpers.uploads, bytes),
    columns,
  );
  const [first] = problems;
  if (first !== undefined && validOnly && customers.length === 0)
    throw invalidField('file', importMessages.noneValid);
  if (first !== undefined && !validOnly)
    throw invalidField('file', `Line ${first.line}: ${first.text} Nothing was imported.`);
  const wrong = new Set(problems.map(({ line }) => line)).size;
  const record = await db.transaction(async (tx) => {
    await lockAll(tx, contractorId);
    const plan = await planImport(tx, contractorId, customers, ifKnown);
    const at = clock.now();
    const byId = caller.user.id;
    const skipped = plan.skipped + wrong;
    const counts = { added: plan.added.length, filled: plan.fills.size, skipped };
    const noted = await insertImport(tx, { contractorId, fileName, at, actorId: byId, ...counts });
    const of = { contractorId, importId: noted.id, byId, at };
    await insertAll(tx, of, plan.added);
    const fills = await fillAll(tx, of, plan.fills);
    if (fills.length > 0) await setFills(tx, { contractorId, id: noted.id }, fills);
    const entry = {
      action: 'customers.imported',
      entity: 'customers',
      entityId: noted.id,
    } as const;
    await recordAudit(tx, clock, caller, { ...entry, details: counts });
    return noted;
  });
  return presentImport(record, await readActorNames(db, [record]));
}

/** Number of imports listed. */
const shown = 20;

export async function readImports({ db }: Context, contractorId: number) {
  const records = await selectImports(db, contractorId, shown);
  const names = await readActorNames(db, records);
  return { data: records.map((record) => presentImport(record, names)) };
}

/** Undoes an import. Throws `conflict` when that was already done. */
export async function undoImport(
  { db, clock }: Context,
  caller: Caller,
  key: { contractorId: number; id: number },
) {
  return db.transaction(async (tx) => {
    await lockAll(tx, key.contractorId);
    const record = await lockImport(tx, key);
    if (record === undefined) throw new AppError('not_found');
    if (record.undoneAt !== null)
      throw new AppError('conflict', { message: 'This import was already undone.' });
    const at = clock.now();
    const { removed, kept } = await deleteUntouched(tx, key);
    const keptFills = await emptyFills(tx, key.contractorId, record.fills, at);
    await markUndone(tx, key, at);
    const counts = { removed, kept: kept + keptFills };
    const entry = {
      action: 'customers.import-undone',
      entity: 'customers',
      entityId: key.id,
    } as const;
    await recordAudit(tx, clock, caller, { ...entry, details: counts });
    return counts;
  });
}

const readActorNames = async (db: Database, records: readonly ImportRecord[]) => {
  const ids = [...new Set(records.map(({ actorId }) => actorId))];
  return ids.length === 0 ? new Map<number, string>() : fullNames(db, ids);
};

const presentImport = (
  { id, fileName, at, actorId, added, filled, skipped, undoneAt }: ImportRecord,
  names: Map<number, string>,
): contract.CustomerImport => ({
  id,
  fileName,
  at: at.toISOString(),
  by: names.get(actorId) ?? '',
  added,
  filled,
  skipped,
  undoneAt: undoneAt?.toISOString() ?? null,
});
