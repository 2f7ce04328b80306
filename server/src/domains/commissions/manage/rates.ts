import {
  type ManagedRatesView,
  type NewRates,
  type RateChange,
} from '@lintel/contract/commissions/manage-rates';
import {
  commissionRates,
  defaultCommissionRates,
  type DatedRates,
} from '@lintel/contract/commissions/rates';
import type { Context } from '../../../platform/context.ts';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import { dayIn, usDay } from '../../../platform/days.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import {
  insertSetting,
  lockSettingByName,
  writeSettingValue,
} from '../../../platform/settings/store.ts';
import { fullNames } from '../../identity/index.ts';
import { ratesSetting, readRates } from '../rates.ts';
import { selectLenderPercents, selectRateChanges } from './repository.ts';

const shownChanges = 100;
/** Rates are few, and each booking reads them all. */
const mostRates = 500;

const today = ({ clock, config }: Context): string => dayIn(clock.now(), config.BUSINESS_TIME_ZONE);

/** The rates by day, latest first, with their history. */
export async function readManagedRates(context: Context): Promise<ManagedRatesView> {
  const { db } = context;
  const day = today(context);
  const dated = await readRates(db);
  const current = (dated.findLast(({ from }) => from <= day) ?? dated[0])?.from;
  return {
    today: day,
    rates: dated.toReversed().map(({ from, rates }) => ({
      from,
      rates,
      state: from === current ? 'current' : from > day ? 'planned' : 'past',
    })),
    history: await readHistory(db),
    lenders: await selectLenderPercents(db),
  };
}

async function readHistory(db: Database): Promise<RateChange[]> {
  const changes = await selectRateChanges(db, shownChanges);
  const names = await fullNames(
    db,
    changes.flatMap(({ actorId }) => (actorId === null ? [] : [actorId])),
  );
  return changes.flatMap(({ action, at, actorId, details }) => {
    const parsed = commissionRates.safeParse([details]);
    const [entry] = parsed.success ? parsed.data : [];
    if (entry === undefined) return [];
    const what = action === 'commission-rates.added' ? 'added' : 'canceled';
    return [{ what, at: at.toISOString(), by: names.get(actorId ?? 0) ?? '', ...entry }];
  });
}

/**
 * Adds rates from today or a later day. Days before today keep their rates, so no month that is over
 * changes. Throws `invalid` for an earlier day, or one that already has rates.
 */
export async function addRates(
  context: Context,
  caller: Caller,
  { from, ...rates }: NewRates,
): Promise<void> {
  const day = today(context);
  if (from < day)
    throw invalidField('from', `Rates can start today (${usDay(day)}) or later, not in the past.`);
  await changeRates(context, caller, 'added', (dated) => {
    if (dated.some((one) => one.from === from))
      throw invalidField('from', 'There are already rates from this day. Choose another one.');
    if (dated.length >= mostRates)
      throw invalidField('from', `There can be ${mostRates} sets of rates at most.`);
    return { kept: [...keepBefore(dated, from), { from, rates }], entry: { from, rates } };
  });
}

/**
 * The first rates also apply before their day. When earlier ones are added, they keep applying to
 * the days until then.
 */
function keepBefore(dated: DatedRates, from: string): DatedRates {
  const [first] = dated;
  const [beginning] = defaultCommissionRates;
  return first === undefined || beginning === undefined || first.from <= from
    ? dated
    : [{ from: beginning.from, rates: first.rates }, ...dated];
}

/**
 * Cancels rates that start on a future day. Throws `not_found`, or `conflict` for rates that have
 * started, and for the only ones.
 */
export async function cancelRates(context: Context, caller: Caller, from: string): Promise<void> {
  const day = today(context);
  await changeRates(context, caller, 'canceled', (dated) => {
    const entry = dated.find((one) => one.from === from);
    if (entry === undefined) throw new AppError('not_found');
    // The first rates also apply before their day.
    if (from <= day || entry === dated[0])
      throw new AppError('conflict', {
        message: 'These rates already apply. Add new ones instead.',
      });
    return { kept: dated.filter((one) => one !== entry), entry };
  });
}

interface RatesEdit {
  kept: DatedRates;
  /** The added or canceled rates. */
  entry: DatedRates[number];
}

async function changeRates(
  { db, clock }: Context,
  caller: Caller,
  what: 'added' | 'canceled',
  edit: (dated: DatedRates) => RatesEdit,
): Promise<void> {
  await db.transaction(async (tx) => {
    const at = clock.now();
    // So that there is a row to lock, and two changes take turns.
    await insertSetting(tx, { name: ratesSetting, value: defaultCommissionRates, at });
    await lockSettingByName(tx, ratesSetting);
    const { kept, entry } = edit(await readRates(tx));
    await writeSettingValue(tx, {
      name: ratesSetting,
      value: commissionRates.parse(kept),
      userId: caller.authenticated.id,
      at,
    });
    await recordAudit(tx, clock, caller, {
      action: `commission-rates.${what}`,
      entity: 'setting',
      entityId: ratesSetting,
      contractorId: null,
      details: { ...entry },
    });
  });
}
