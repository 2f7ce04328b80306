import { storedCheck, type Checklist, type ChecklistStep } from '@lintel/contract/setup/checklist';
import { settingsIn } from '@lintel/contract/setup/settings';
import { setupStep, setupStepNames, type SetupStep } from '@lintel/contract/setup/steps';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError, toError } from '../../platform/errors.ts';
import {
  announceSettings,
  readOpening,
  selectSettings,
  writeOpening,
} from '../../platform/provider-settings/index.ts';
import type { SetupSources, SetupState } from '../../platform/setup.ts';
import { findSetting, writeSettingValue } from '../../platform/settings/store.ts';

/** Milliseconds that a check may take. */
const checkLimit = 10_000;

interface CheckRow {
  step: SetupStep;
  ok: boolean;
  message: string;
  at: Date;
  userId: number | null;
}

/** The last check of each step is a named setting. */
const checkName = (step: SetupStep): string => `SetupCheck:${step}`;

async function readChecks(db: Database): Promise<CheckRow[]> {
  const rows = await Promise.all(
    setupStepNames.map(async (step) => {
      const row = await findSetting(db, checkName(step));
      const { data } = storedCheck.safeParse(row?.value);
      return row && data ? { step, ...data, at: row.lastEdit, userId: row.userId } : null;
    }),
  );
  return rows.filter((row) => row !== null);
}

/** Every step in order, and whether the portal is or can be open. */
export async function readChecklist(context: Context, sources: SetupSources): Promise<Checklist> {
  const [checks, settings, opening] = await Promise.all([
    readChecks(context.db),
    selectSettings(context.db),
    readOpening(context.db),
  ]);
  const names = await context.accounts.namesOf(
    context.db,
    checks.flatMap(({ userId }) => userId ?? []),
  );
  const steps = await Promise.all(
    setupStepNames.map(async (step): Promise<ChecklistStep> => {
      const source = sources[step];
      if (source === undefined) throw new Error(`No domain owns the step ${step}`);
      const own = setupStep(step).groups.flatMap((group) => settingsIn(group));
      const changedAt = settings
        .filter(({ name }) => own.includes(name))
        .reduce((latest, { lastEdit }) => Math.max(latest, Number(lastEdit)), 0);
      const check = checks.find((row) => row.step === step);
      const hasCheck = source.check !== undefined;
      const state = await source.state();
      return {
        step,
        ...stateOf(step, state, { hasCheck, check, changedAt }),
        testMode: [...(state.testMode ?? [])],
        check:
          check === undefined
            ? null
            : {
                ok: check.ok,
                message: check.message,
                at: check.at.toISOString(),
                by: check.userId === null ? '' : (names.get(check.userId) ?? ''),
              },
      };
    }),
  );
  return {
    isOpen: context.config.isOpen,
    reason: opening?.open === false ? opening.reason : '',
    canOpen: steps.every(({ step, state }) => !setupStep(step).required || state === 'done'),
    steps,
  };
}

/** What stored data and the last check say together. */
function stateOf(
  step: SetupStep,
  { isStarted, problems }: SetupState,
  {
    hasCheck,
    check,
    changedAt,
  }: { hasCheck: boolean; check: CheckRow | undefined; changedAt: number },
): Pick<ChecklistStep, 'state' | 'problems'> {
  const { required } = setupStep(step);
  const unstarted = required ? 'not-started' : 'optional';
  if (problems.length > 0)
    return { state: isStarted ? 'attention' : unstarted, problems: [...problems] };
  if (!isStarted) return { state: unstarted, problems: [] };
  if (!hasCheck) return { state: 'done', problems: [] };
  if (check === undefined) return { state: 'attention', problems: ['Run the check.'] };
  if (!check.ok) return { state: 'attention', problems: [`The check failed: ${check.message}`] };
  if (changedAt > Number(check.at))
    return {
      state: 'attention',
      problems: ['The settings changed since the last check. Run it again.'],
    };
  return { state: 'done', problems: [] };
}

/** Runs a step's check and stores its result. Throws `conflict` for a step without one. */
export async function runCheck(
  context: Context,
  caller: Caller,
  { step, sources, phone }: { step: SetupStep; sources: SetupSources; phone: string | undefined },
): Promise<void> {
  const source = sources[step];
  if (source?.check === undefined)
    throw new AppError('conflict', { message: 'This step has no check.' });
  if (context.config.RESTORE_REHEARSAL === '1')
    throw new AppError('conflict', { message: 'Nothing leaves during a restore rehearsal.' });
  const { id: userId, email, firstname, lastname } = caller.authenticated;
  const by = { email, name: `${firstname} ${lastname}`.trim(), phone };
  const outcome = await inTime(source.check(by)).then(
    (message) => ({ ok: true, message }),
    (error: unknown) => ({ ok: false, message: toError(error).message.slice(0, 500) }),
  );
  const at = context.clock.now();
  await context.db.transaction(async (tx) => {
    await writeSettingValue(tx, { name: checkName(step), value: outcome, userId, at });
    await recordAudit(tx, context.clock, caller, {
      action: 'setup.checked',
      entity: 'setting',
      entityId: step,
      contractorId: null,
      details: { ok: outcome.ok },
    });
  });
}

async function inTime(work: Promise<string>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('No answer within 10 seconds.')), checkLimit);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Lets the public in. Throws `conflict` until every required step is done. */
export async function openToPublic(
  context: Context,
  caller: Caller,
  sources: SetupSources,
): Promise<void> {
  const { canOpen, steps } = await readChecklist(context, sources);
  if (!canOpen) throw new AppError('conflict', { message: 'Finish every required step first.' });
  const testMode = steps.flatMap((step) => step.testMode);
  await decide(context, caller, { open: true, reason: '', details: { testMode } });
}

/** Stops new sign-ups and applications. */
export const pauseForPublic = (context: Context, caller: Caller, reason: string): Promise<void> =>
  decide(context, caller, { open: false, reason, details: { reason } });

async function decide(
  { db, clock, liveConfig }: Context,
  caller: Caller,
  { open, reason, details }: { open: boolean; reason: string; details: Record<string, unknown> },
): Promise<void> {
  await db.transaction(async (tx) => {
    const userId = caller.authenticated.id;
    await writeOpening(tx, { open, reason, userId, at: clock.now() });
    await recordAudit(tx, clock, caller, {
      action: open ? 'setup.opened' : 'setup.paused',
      entity: 'setting',
      entityId: 'Opening',
      contractorId: null,
      details,
    });
    await announceSettings(tx);
  });
  await liveConfig.refresh();
}
