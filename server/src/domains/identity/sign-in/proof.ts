import { verify } from '@node-rs/argon2';
import { recordAudit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { mailAbout, type Addressee } from '../mail/index.ts';
import {
  countRecoveryCodes,
  lockApp,
  setProven,
  spendRecoveryCode,
  spendStep,
  selectProofWays,
  hashRecoveryCode,
  lockAccount,
  findStep,
} from '../factors/index.ts';
import { attemptWasRight, attemptWasWrong, beginAttempt } from './guessing.ts';
import { isKnownDevice, readDevice, type KnownAccount } from '../devices/index.ts';
import { findUser } from '../repository.ts';
import { enter, type BrowserTokens, type Visitor } from './sign-in.ts';
import { isStepCurrent, readStep } from './sign-in-step.ts';

/**
 * Whether a code is valid for the account: one of its app, or a recovery code, which is consumed
 * and reported to the account by e-mail.
 */
async function spendCode(
  context: Context,
  user: Addressee,
  { code, address, to }: { code: string; address: string; to: string },
): Promise<boolean> {
  const { db, clock } = context;
  const userId = user.id;
  return db.transaction(async (tx) => {
    await lockAccount(tx, userId);
    const at = clock.now();
    if (code.length === 6) {
      const row = await lockApp(tx, userId);
      if (!row?.confirmedAt) return false;
      const step = findStep(context, { userId, sealed: row.secretSealed }, code);
      return step !== null && (await spendStep(tx, { userId, step, at }));
    }
    if (
      !(await spendRecoveryCode(tx, { userId, hash: hashRecoveryCode(context, userId, code), at }))
    )
      return false;
    const left = await countRecoveryCodes(tx, userId);
    const by = { address, accountId: userId };
    await recordAudit(tx, clock, by, {
      action: 'user.recovery-code-used',
      entity: 'user',
      entityId: userId,
      contractorId: user.contractorId,
      details: { left },
    });
    await mailAbout(tx, context, user, (common) => ({
      event: 'two-step-changed',
      data: {
        ...common,
        what: `A recovery code was used ${to}. ${left === 1 ? 'One is' : `${left} are`} left.`,
      },
    }));
    return true;
  });
}

/**
 * The account that passed the first step of signing in. Throws `invalid_credentials` when the step
 * has expired.
 */
export async function requireStep(context: Context, given: string | undefined) {
  const step = await readStep(context, given);
  const user = step === null ? undefined : await findUser(context.db, step.account);
  if (step === null || !user?.isActive || !isStepCurrent(context, step, user))
    throw new AppError('invalid_credentials', {
      message: 'Your sign-in took too long. Please enter your password again.',
    });
  return { user, keep: step.keep };
}

/**
 * Clears the attempts counted since the password, for a second step that can't be guessed. Throws
 * `too_many_requests`.
 */
export async function clearAttempts(
  context: Context,
  user: KnownAccount & { email: string },
  { address, shown }: { address: string; shown: string | undefined },
): Promise<void> {
  const device = await readDevice(context, shown);
  const isKnown = isKnownDevice(context, device, user);
  const { email } = user;
  const attempt = await beginAttempt(context, { email, device: isKnown ? device : null, address });
  await attemptWasRight(context, attempt);
}

/** The account, browser, and address of an attempt at something guessable. */
interface SignInOrigin {
  id: number;
  address: string;
  /** The browser's device cookie. */
  shown: string | undefined;
}

/**
 * Runs one attempt at something guessable. A wrong one counts like a wrong password at sign-in.
 * Throws `wrong`, or `too_many_requests`.
 */
async function attemptAt(
  context: Context,
  { id, address, shown }: SignInOrigin,
  isRight: (user: NonNullable<Awaited<ReturnType<typeof findUser>>>) => Promise<boolean>,
  wrong: () => AppError,
): Promise<void> {
  const user = await findUser(context.db, id);
  if (user === undefined) throw wrong();
  const device = await readDevice(context, shown);
  const isKnown = isKnownDevice(context, device, user);
  const attempt = await beginAttempt(context, {
    email: user.email,
    device: isKnown ? device : null,
    address,
  });
  if (!(await isRight(user))) {
    await attemptWasWrong(context, attempt);
    throw wrong();
  }
  await attemptWasRight(context, attempt);
}

const usedOrWrong = (): AppError =>
  invalidField('code', "This code isn't right, or it was already used.");

/**
 * Completes the second step of signing in with a code. `shown` is the browser's device cookie,
 * `step` the result of the first step. Throws `invalid_credentials` when that has expired, an error
 * of `code` for a wrong one, or `too_many_requests`.
 */
export async function giveFactor(
  context: Context,
  code: string,
  visitor: Visitor & { shown: string | undefined; step: string | undefined },
): Promise<BrowserTokens> {
  const { user, keep } = await requireStep(context, visitor.step);
  const { address, shown } = visitor;
  await attemptAt(
    context,
    { id: user.id, address, shown },
    () => spendCode(context, user, { code, address, to: 'to sign in' }),
    usedOrWrong,
  );
  return enter(context, user, { ...visitor, keep }, await readDevice(context, shown));
}

/** Completes step-up with a code. Throws an error of `code`, or `too_many_requests`. */
export async function proveByCode(
  context: Context,
  { authenticated, sessionId }: Caller,
  { code, ...by }: { code: string; address: string; shown: string | undefined },
): Promise<void> {
  const { address } = by;
  await attemptAt(
    context,
    { id: authenticated.id, ...by },
    (user) => spendCode(context, user, { code, address, to: 'to confirm a change' }),
    usedOrWrong,
  );
  await setProven(context.db, { id: sessionId, userId: authenticated.id, at: context.clock.now() });
}

/**
 * Completes step-up with the password. Throws `conflict` when there is a second factor, an error of
 * `password`, or `too_many_requests`.
 */
export async function proveByPassword(
  context: Context,
  { authenticated, sessionId }: Caller,
  { password, ...by }: { password: string; address: string; shown: string | undefined },
): Promise<void> {
  if ((await selectProofWays(context.db, authenticated.id)).length > 0)
    throw new AppError('conflict', {
      message: 'This account has a second factor. Please confirm with it.',
    });
  await attemptAt(
    context,
    { id: authenticated.id, ...by },
    async ({ passwordHash }) => passwordHash !== null && (await verify(passwordHash, password)),
    () => invalidField('password', "This isn't your password."),
  );
  await setProven(context.db, { id: sessionId, userId: authenticated.id, at: context.clock.now() });
}
