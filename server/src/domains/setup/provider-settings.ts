import type { ShownGroup, ShownSetting } from '@lintel/contract/setup/provider-settings';
import {
  providerSetting,
  settingGroupNames,
  settingNames,
  settingsIn,
  type SettingGroup,
  type SettingName,
} from '@lintel/contract/setup/settings';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import { WrongSettings, type Config } from '../../platform/config.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError, toError } from '../../platform/errors.ts';
import {
  announceSettings,
  lockSettings,
  selectSettings,
  versionOf,
  writeSetting,
  type StoredSetting,
} from '../../platform/provider-settings/index.ts';

/** Every group of settings, as they are in effect in this process. */
export async function readGroups(context: Context): Promise<ShownGroup[]> {
  const rows = await selectSettings(context.db);
  return Promise.all(settingGroupNames.map((group) => present(context, group, rows)));
}

async function present(
  context: Context,
  group: SettingGroup,
  rows: readonly StoredSetting[],
): Promise<ShownGroup> {
  const names = settingsIn(group);
  const own = rows.filter(({ name }) => names.includes(name));
  const last = own
    .filter(({ lastEdit }) => lastEdit !== null)
    .toSorted((a, b) => Number(b.lastEdit) - Number(a.lastEdit))[0];
  const editor =
    last?.userId === undefined || last.userId === null
      ? null
      : await context.accounts.accountOf(context.db, last.userId);
  return {
    group,
    version: versionOf(rows, names),
    problem: context.liveConfig.problems[group] ?? '',
    settings: names.map((name) => presentSetting(context, name, rows)),
    lastEdit: last?.lastEdit?.toISOString() ?? null,
    lastEditor: editor === null ? '' : `${editor.firstname} ${editor.lastname}`.trim(),
  };
}

function presentSetting(
  { liveConfig }: Context,
  name: SettingName,
  rows: readonly StoredSetting[],
): ShownSetting {
  const ofEnvironment = liveConfig.fromEnvironment(name);
  const ofPortal = liveConfig.valuesOf(rows.filter((row) => row.name === name))[name];
  const source =
    ofEnvironment === undefined ? (ofPortal === undefined ? 'default' : 'portal') : 'environment';
  const value = ofEnvironment ?? ofPortal ?? liveConfig.config[name] ?? null;
  const { secret = false, showsLastFour = false } = providerSetting(name);
  return {
    name,
    value: secret ? null : value,
    isSet: value !== null,
    lastFour: value !== null && secret && showsLastFour ? value.slice(-4) : null,
    source,
  };
}

interface Change {
  group: SettingGroup;
  values: Partial<Record<SettingName, string>>;
  version: number;
}

/**
 * Changes a group. Throws `invalid` with the fields that are wrong alone or together, and
 * `conflict` when the group has changed since the caller read it.
 */
export async function saveGroup(
  context: Context,
  caller: Caller,
  { group, values, version }: Change,
): Promise<ShownGroup> {
  const { db, clock, keys, liveConfig } = context;
  const names = settingsIn(group);
  const given = settingNames.filter((name) => values[name] !== undefined);
  requireChangeable(context, names, given);
  await db.transaction(async (tx) => {
    const rows = await lockSettings(tx, names);
    if (versionOf(rows, names) !== version) throw await conflict(context, tx, rows, names);
    const before = liveConfig.valuesOf(rows);
    const after = { ...before };
    for (const name of given) {
      const value = values[name] ?? '';
      if (value === '') delete after[name];
      else after[name] = value;
    }
    requireValid(context, { names, before, after });
    const changed = rows.filter(({ name }) => before[name] !== after[name]);
    if (changed.length === 0) return;
    const userId = caller.authenticated.id;
    for (const row of changed)
      await writeSetting(tx, keys, {
        row,
        value: after[row.name] ?? null,
        userId,
        at: clock.now(),
      });
    await recordAudit(tx, clock, caller, {
      action: 'provider-settings.saved',
      entity: 'setting',
      entityId: group,
      contractorId: null,
      details: {
        before: shown(changed, before),
        after: shown(changed, after),
      },
    });
    await announceSettings(tx);
  });
  await liveConfig.refresh();
  return present(context, group, await selectSettings(db));
}

/** Values for the audit log; a secret is only set or not. */
const shown = (
  rows: readonly StoredSetting[],
  values: Partial<Record<SettingName, string>>,
): Record<string, string> =>
  Object.fromEntries(
    rows.map(({ name }) => [
      name,
      providerSetting(name).secret === true
        ? values[name] === undefined
          ? 'not set'
          : 'set'
        : (values[name] ?? ''),
    ]),
  );

function requireChangeable(
  { liveConfig }: Context,
  names: readonly SettingName[],
  given: readonly SettingName[],
): void {
  const fields: Record<string, string> = {};
  for (const name of given) {
    if (!names.includes(name)) fields[name] = 'This setting belongs to another group.';
    else if (liveConfig.fromEnvironment(name) !== undefined)
      fields[name] = `The environment variable ${name} sets this. Change it there.`;
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields });
}

type Values = Partial<Record<SettingName, string>>;

function requireValid(
  { liveConfig, config }: Context,
  { names, before, after }: { names: readonly SettingName[]; before: Values; after: Values },
): void {
  let next: Config;
  try {
    next = liveConfig.withValues(after);
  } catch (error) {
    if (!(error instanceof WrongSettings)) throw error;
    throw wrong(error, names);
  }
  // What worked for the public must keep working for it.
  if (config.NODE_ENV !== 'production' || !config.isOpen) return;
  const already = new Set(liveConfig.withValues(before).missing.map(({ problem }) => problem));
  const lost = next.missing.filter(({ problem }) => !already.has(problem));
  if (lost.length === 0) return;
  const message = 'This is needed while the portal is open. Pause it first to take this out.';
  throw new AppError('invalid', {
    fields: Object.fromEntries(lost.flatMap((one) => one.names.map((name) => [name, message]))),
  });
}

const longestFirst = settingNames.toSorted((a, b) => b.length - a.length);

/** A message with the form's labels in place of variable names. */
const inWords = (text: string): string =>
  longestFirst.reduce((words, name) => words.replaceAll(name, providerSetting(name).label), text);

/** The problems by field, in the words of the form. */
function wrong(error: WrongSettings, names: readonly SettingName[]): AppError {
  const own = Object.entries(error.problems).filter(([name]) => names.some((one) => one === name));
  if (own.length === 0)
    return new AppError('invalid', { message: inWords(toError(error).message) });
  return new AppError('invalid', {
    fields: Object.fromEntries(
      own.map(([name, problem]) => {
        const words = inWords(problem);
        return [name, `${words.charAt(0).toUpperCase()}${words.slice(1)}.`];
      }),
    ),
  });
}

async function conflict(
  { accounts }: Context,
  tx: Database,
  rows: readonly StoredSetting[],
  names: readonly SettingName[],
): Promise<AppError> {
  const [last] = rows
    .filter(({ name, userId }) => names.includes(name) && userId !== null)
    .toSorted((a, b) => Number(b.lastEdit) - Number(a.lastEdit));
  const editor =
    last?.userId === undefined || last.userId === null
      ? null
      : await accounts.accountOf(tx, last.userId);
  const who = editor === null ? 'Someone else' : `${editor.firstname} ${editor.lastname}`.trim();
  return new AppError('conflict', {
    message: `${who} changed this while you were editing. Nothing was saved.`,
  });
}
