import {
  providerFacts,
  type ProviderFacts,
  type StoredProvider,
} from '@lintel/contract/legal/provider';
import { keysOf } from '@lintel/contract/core/map-values';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import {
  findSetting,
  insertSetting,
  lockSettingByName,
  writeSettingValue,
} from '../../platform/settings/store.ts';
import type { LegalDeps } from './deps.ts';

const name = 'Provider';

const nothing: ProviderFacts = {
  legalName: '',
  address: '',
  nmlsId: '',
  licenses: [],
  lenders: [],
};

/** The provider's facts; empty until entered. */
const factsIn = (value: unknown): ProviderFacts => providerFacts.safeParse(value).data ?? nothing;

export const readFacts = async (db: Database): Promise<ProviderFacts> =>
  factsIn((await findSetting(db, name))?.value);

/**
 * Whether homeowners can apply. In production they must be able to see who handles their
 * application and which lenders may receive it, so both must be entered first.
 */
export const takesApplications = (
  { NODE_ENV }: Pick<Config, 'NODE_ENV'>,
  { legalName, lenders }: ProviderFacts,
): boolean => NODE_ENV !== 'production' || (legalName !== '' && lenders.length > 0);

export async function readStored(deps: LegalDeps, db = deps.db): Promise<StoredProvider> {
  const row = await findSetting(db, name);
  const userId = row?.userId ?? null;
  const account = userId === null ? null : await deps.accountOf(db, userId);
  return {
    provider: factsIn(row?.value),
    userName: account === null ? '' : `${account.firstname} ${account.lastname}`.trim(),
    email: account?.email ?? '',
    lastEdit: row === undefined || userId === null ? null : row.lastEdit.toISOString(),
  };
}

const words: Readonly<Record<keyof ProviderFacts, string>> = {
  legalName: 'the legal name',
  address: 'the postal address',
  nmlsId: 'the NMLS ID',
  licenses: 'the licenses',
  lenders: 'the lenders',
};

/** Saves the facts. Throws `conflict` when they changed since. */
export async function saveFacts(
  deps: LegalDeps,
  caller: Caller,
  { provider, lastEdit }: { provider: ProviderFacts; lastEdit?: string | null | undefined },
): Promise<StoredProvider> {
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    await insertSetting(tx, { name, value: nothing, at });
    await lockSettingByName(tx, name);
    const before = await readStored(deps, tx);
    const differing = keysOf(words).filter(
      (field) => JSON.stringify(provider[field]) !== JSON.stringify(before.provider[field]),
    );
    if (lastEdit !== undefined && lastEdit !== before.lastEdit) {
      const what = differing.map((field) => words[field]).join(', ') || 'to the same';
      throw new AppError('conflict', {
        message: `${before.userName || 'Somebody else'} changed this meanwhile: ${what}. Nothing was saved.`,
      });
    }
    await writeSettingValue(tx, { name, value: provider, userId: caller.authenticated.id, at });
    const changed = (from: ProviderFacts) =>
      Object.fromEntries(differing.map((field) => [field, from[field]]));
    await recordAudit(tx, deps.clock, caller, {
      action: 'provider.saved',
      entity: 'setting',
      entityId: name,
      contractorId: null,
      details: { before: changed(before.provider), after: changed(provider) },
    });
    return readStored(deps, tx);
  });
}

/** Stores the demo provider's facts, unless some exist. */
export const insertFacts = (
  db: Database,
  { provider, at }: { provider: ProviderFacts; at: Date },
): Promise<void> => insertSetting(db, { name, value: provider, at });
