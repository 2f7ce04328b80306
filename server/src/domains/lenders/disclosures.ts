import type { LenderDisclosures, StoredDisclosures } from '@lintel/contract/lenders/disclosures';
import { auditor, type Caller } from '../../platform/audit/audit.ts';
import { auditChanges } from '../../platform/audit/values.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { findDisclosures, putDisclosures, selectCreditors } from './disclosures-repository.ts';
import { findLender, lockLender, type LenderRow } from './repository.ts';

const audit = auditor('lender');

/** The lender of the environment is usually a network, whose lenders are the creditors. */
const unsaved = ({ fromEnvironment }: LenderRow): StoredDisclosures => ({
  sender: fromEnvironment ? 'lender' : 'provider',
  address: '',
  agency: null,
  bureau: '',
  bureauAddress: '',
  bureauPhone: '',
  version: 0,
});

/** A lender's disclosures. Throws `not_found`. */
export async function readDisclosures(db: Database, lenderId: number): Promise<StoredDisclosures> {
  const lender = await findLender(db, lenderId);
  if (lender === undefined) throw new AppError('not_found');
  return find(db, lender);
}

async function find(db: Database, lender: LenderRow): Promise<StoredDisclosures> {
  const row = await findDisclosures(db, lender.id);
  if (row === undefined) return unsaved(lender);
  const { lenderId: _id, ...stored } = row;
  return stored;
}

/** Throws `not_found`, or `conflict` when they changed after `version`. */
export const saveDisclosures = (
  context: Context,
  caller: Caller,
  { id: lenderId, version, form }: { id: number; version: number; form: LenderDisclosures },
): Promise<StoredDisclosures> =>
  context.db.transaction(async (tx) => {
    const lender = await lockLender(tx, lenderId);
    if (lender === undefined) throw new AppError('not_found');
    const before = await find(tx, lender);
    if (before.version !== version)
      throw new AppError('conflict', { message: 'Someone else changed these details.' });
    const values = { ...form, version: version + 1 };
    await putDisclosures(tx, { ...values, lenderId });
    const { version: _version, ...was } = before;
    await audit(tx, context, caller, 'disclosures-saved', {
      entityId: lenderId,
      details: { changes: auditChanges(was, form) },
    });
    return values;
  });

/** A lender as the creditor in a notice. */
export interface Creditor {
  lender: Pick<LenderRow, 'id' | 'name' | 'legalName' | 'phone'>;
  disclosures: StoredDisclosures;
}

/** These lenders as creditors, by id. */
export async function readCreditors(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Creditor>> {
  const rows = await selectCreditors(db, ids);
  return new Map(
    rows.map(({ lender, own }) => [lender.id, { lender, disclosures: own ?? unsaved(lender) }]),
  );
}
