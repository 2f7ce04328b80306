import {
  providerFacts,
  type ProviderFacts,
  type PublicProvider,
  type StoredProvider,
} from '@lintel/contract/legal/provider';
import { keysOf } from '@lintel/contract/core/map-values';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import type { SetupState } from '../../platform/setup.ts';
import { selectCurrent } from './repository.ts';
import {
  findSetting,
  insertSetting,
  readLastEdit,
  lockSettingByName,
  writeSettingValue,
} from '../../platform/settings/store.ts';

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
 * application and which lenders may receive it, so both must be entered first. `isOpen` is the
 * provider's decision.
 */
export const takesApplications = (
  { NODE_ENV, isOpen }: Pick<Config, 'NODE_ENV' | 'isOpen'>,
  { legalName, lenders }: Pick<PublicProvider, 'legalName' | 'lenders'>,
): boolean => isOpen && (NODE_ENV !== 'production' || (legalName !== '' && lenders.length > 0));

export async function readStored(context: Context, db = context.db): Promise<StoredProvider> {
  const row = await findSetting(db, name);
  return { provider: factsIn(row?.value), ...(await readLastEdit(context, db, row)) };
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
  context: Context,
  caller: Caller,
  { provider, lastEdit }: { provider: ProviderFacts; lastEdit?: string | null | undefined },
): Promise<StoredProvider> {
  return context.db.transaction(async (tx) => {
    const at = context.clock.now();
    await insertSetting(tx, { name, value: nothing, at });
    await lockSettingByName(tx, name);
    const before = await readStored(context, tx);
    const differing = keysOf(words).filter(
      (field) => JSON.stringify(provider[field]) !== JSON.stringify(before.provider[field]),
    );
    if (lastEdit !== undefined && lastEdit !== before.lastEdit) {
      const what = differing.map((field) => words[field]).join(', ') || 'to the same';
      throw new AppError('conflict', {
        message: `${before.userName || 'Someone else'} changed this while you were editing: ${what}. Nothing was saved.`,
      });
    }
    await writeSettingValue(tx, { name, value: provider, userId: caller.authenticated.id, at });
    const changed = (from: ProviderFacts) =>
      Object.fromEntries(differing.map((field) => [field, from[field]]));
    await recordAudit(tx, context.clock, caller, {
      action: 'provider.saved',
      entity: 'setting',
      entityId: name,
      contractorId: null,
      details: { before: changed(before.provider), after: changed(provider) },
    });
    return readStored(context, tx);
  });
}

/** Stores the demo provider's facts, unless some exist. */
export const insertFacts = (
  db: Database,
  { provider, at }: { provider: ProviderFacts; at: Date },
): Promise<void> => insertSetting(db, { name, value: provider, at });

/** What the step Company and legal texts of setting up has and lacks. */
export async function companyState({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<SetupState> {
  const { legalName, address, lenders } = await readFacts(db);
  const texts = await selectCurrent(db, clock.now());
  const unread = texts.filter(({ publishedBy }) => publishedBy === null).length;
  const needed = [
    [legalName === '', 'Enter your legal name.'],
    [address === '', 'Enter your postal address.'],
    [lenders.length === 0, 'List the lenders that may receive applications.'],
    [
      unread > 0,
      `Read the legal texts with your counsel and publish them: ${unread} are still the built-in ones.`,
    ],
  ] as const;
  return {
    isStarted: legalName !== '' || lenders.length > 0 || unread < texts.length,
    problems: needed.flatMap(([isMissing, problem]) => (isMissing ? [problem] : [])),
  };
}
