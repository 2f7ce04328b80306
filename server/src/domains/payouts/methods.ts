import type { Context } from '../../platform/context.ts';
import { dayMs } from '@lintel/contract/core/durations';
import { changedDetailsHoldDays } from '@lintel/contract/payouts/constants';
import type { RequestPart } from '@lintel/contract/core/endpoint';
import { messages } from '@lintel/contract/core/fields';
import type { PayoutMethod, savePayoutMethod } from '@lintel/contract/payouts/method';
import { isMasked } from '@lintel/contract/payouts/numbers';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import { maskedNumber } from '../../platform/audit/values.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import { lockContractor } from '../contractors/index.ts';
import { examinePayouts } from './examine.ts';
import { findPayee, putMethod, type FoundPayee, type MethodRow } from './method-repository.ts';
import { notifyOwner } from './notices.ts';
import { presentMethod } from './present.ts';
import { openVault, type Vault } from './vault.ts';

type PayoutForm = Omit<RequestPart<typeof savePayoutMethod, 'body'>, 'id' | 'version'>;

/** A contractor's masked bank details; null when there are none. Throws `not_found`. */
export async function readMethod(
  { db, clock }: Context,
  contractorId: number,
): Promise<PayoutMethod | null> {
  const { payee, method } = await required(db, contractorId);
  return method && presentMethod(payee, method, clock.now());
}

/**
 * Saves bank details. A change is e-mailed to the owner and holds payouts for three days; a save
 * without changes does neither, unless the bank had rejected the details. Throws `conflict` when
 * they changed after `version`, or field errors.
 */
export async function saveMethod(
  context: Context,
  caller: Caller,
  contractorId: number,
  { version, ...form }: PayoutForm & { version?: number | undefined },
): Promise<PayoutMethod> {
  return context.db.transaction(async (tx) => {
    await lockContractor(tx, contractorId);
    const { payee, method } = await required(tx, contractorId);
    if (version !== undefined && version !== (method?.version ?? 0))
      throw new AppError('conflict', { message: 'The bank details have changed.' });
    const numbers = resolveNumbers(openVault(context), contractorId, form, method);
    const changed = findChanges(openVault(context), form, numbers, method);
    if (method !== null && changed.length === 0 && method.returnCode === '')
      return presentMethod(payee, method, context.clock.now());
    const saved = await putMethod(
      tx,
      methodValues(context, caller, {
        contractorId,
        form,
        numbers,
        version: (method?.version ?? 0) + 1,
      }),
    );
    await examinePayouts(tx, context, contractorId);
    await record(tx, context, caller, { contractorId, changed, before: method, after: saved });
    await notifyOwner(tx, context, {
      key: `${contractorId}:${saved.version}`,
      payee,
      compose: (common) => ({
        event: 'payout-method-changed',
        data: {
          ...common,
          payout: {
            bank: saved.bankName,
            account: saved.accountLast4,
            holdDays: changedDetailsHoldDays,
          },
        },
      }),
      action: 'ach',
    });
    return presentMethod(payee, saved, context.clock.now());
  });
}

async function required(db: Database, contractorId: number): Promise<FoundPayee> {
  const found = await findPayee(db, contractorId);
  if (found === undefined) throw new AppError('not_found');
  return found;
}

interface Numbers {
  routing: string;
  account: string;
}

/** The numbers to store: a masked or missing one means the stored one. */
function resolveNumbers(
  vault: Vault,
  contractorId: number,
  form: PayoutForm,
  stored: MethodRow | null,
): Numbers {
  const meant = (
    field: 'routingNumber' | 'accNumber',
    last4: string | undefined,
    open: (row: MethodRow) => string,
  ): string => {
    const typed = form[field];
    if (typed !== undefined && !isMasked(typed)) return typed;
    if (stored === null || (typed !== undefined && typed.slice(-4) !== last4))
      throw invalidField(field, messages.required);
    return open(stored);
  };
  return {
    routing: meant('routingNumber', stored?.routingLast4, (row) =>
      vault.open('routing', contractorId, row.routingSealed),
    ),
    account: meant('accNumber', stored?.accountLast4, (row) =>
      vault.open('account', contractorId, row.accountSealed),
    ),
  };
}

type ChangedField = 'accHolderName' | 'bankName' | 'accountType' | 'routingNumber' | 'accNumber';

/** The names of the fields that differ from the stored ones. */
function findChanges(
  vault: Vault,
  form: PayoutForm,
  numbers: Numbers,
  stored: MethodRow | null,
): ChangedField[] {
  if (stored === null)
    return ['accHolderName', 'bankName', 'accountType', 'routingNumber', 'accNumber'];
  const plain = (['accHolderName', 'bankName', 'accountType'] as const).filter(
    (field) => form[field] !== stored[field],
  );
  const routing =
    vault.open('routing', stored.contractorId, stored.routingSealed) === numbers.routing
      ? []
      : (['routingNumber'] as const);
  const account =
    vault.open('account', stored.contractorId, stored.accountSealed) === numbers.account
      ? []
      : (['accNumber'] as const);
  return [...plain, ...routing, ...account];
}

function methodValues(
  context: Context,
  caller: Caller,
  {
    contractorId,
    form,
    numbers,
    version,
  }: { contractorId: number; form: PayoutForm; numbers: Numbers; version: number },
) {
  const vault = openVault(context);
  const changedAt = context.clock.now();
  return {
    contractorId,
    accHolderName: form.accHolderName,
    bankName: form.bankName,
    accountType: form.accountType,
    routingSealed: vault.seal('routing', contractorId, numbers.routing),
    routingLast4: numbers.routing.slice(-4),
    accountSealed: vault.seal('account', contractorId, numbers.account),
    accountLast4: numbers.account.slice(-4),
    changedAt,
    changedBy: caller.authenticated.id,
    heldUntil: new Date(changedAt.getTime() + changedDetailsHoldDays * dayMs),
    returnCode: '',
    version,
  };
}

/** The value of a changed field for the audit log; numbers show their last four digits. */
function recorded(row: MethodRow, field: ChangedField): string {
  if (field === 'routingNumber') return maskedNumber(row.routingLast4);
  return field === 'accNumber' ? maskedNumber(row.accountLast4) : row[field];
}

/** Records the changed fields with their values before and after. */
async function record(
  tx: Database,
  { clock }: Context,
  caller: Caller,
  {
    contractorId,
    changed,
    before,
    after,
  }: {
    contractorId: number;
    changed: readonly ChangedField[];
    before: MethodRow | null;
    after: MethodRow;
  },
): Promise<void> {
  const changes = changed.map((field) => [
    field,
    { from: before === null ? null : recorded(before, field), to: recorded(after, field) },
  ]);
  const entry = { entity: 'payout-method', entityId: contractorId, contractorId };
  await recordAudit(tx, clock, caller, {
    ...entry,
    action: 'payout-method.saved',
    details: { changes: Object.fromEntries(changes), version: after.version },
  });
}
