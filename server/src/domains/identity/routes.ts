import { createHmac } from 'node:crypto';
import {
  beginApp as beginAppCall,
  confirmApp as confirmAppCall,
  giveFactor as giveFactorCall,
  proveByCode as proveByCodeCall,
  proveByPassword as proveByPasswordCall,
  readFactorRule as readFactorRuleCall,
  readFactors as readFactorsCall,
  readProof,
  requireProof,
  removeApp as removeAppCall,
  renewRecoveryCodes as renewRecoveryCodesCall,
  saveFactorRule as saveFactorRuleCall,
} from '@lintel/contract/identity/factors';
import {
  addPasskey as addPasskeyCall,
  beginPasskey as beginPasskeyCall,
  beginPasskeyFactor,
  beginPasskeyProof,
  beginPasskeySignIn,
  givePasskeyFactor,
  proveByPasskey as proveByPasskeyCall,
  removePasskey as removePasskeyCall,
  renamePasskey as renamePasskeyCall,
  signInByPasskey as signInByPasskeyCall,
} from '@lintel/contract/identity/passkeys';
import {
  authenticate,
  readSession,
  readUser,
  refreshSession,
  signOut as signOutCall,
  switchBack as switchBackCall,
  switchUser,
  type User,
} from '@lintel/contract/identity/sessions';
import {
  disownSession as disownCall,
  endOtherSessions as endOthersCall,
  endSession as endSessionCall,
  readSessions as readSessionsCall,
} from '@lintel/contract/identity/own-sessions';
import { readVisits as readVisitsCall } from '@lintel/contract/identity/visits';
import {
  handle,
  type AnswerTools,
  type RequestFacts,
  type Route,
} from '../../platform/http/route.ts';
import { lookUpCode } from '../../platform/access-links/index.ts';
import type { Context } from '../../platform/context.ts';
import {
  presentUser,
  findAccount,
  viewSession,
  endOneSession,
  endOtherSessions,
  readSessions,
  readVisits,
  switchBack,
  switchInto,
} from './sessions/index.ts';
import {
  clearSessionCookies,
  deviceCookie,
  refreshCookie,
  clearStepCookie,
  setDeviceCookie,
  setStepCookie,
  stepCookie,
  setSessionCookies,
  giveFactor,
  proveByCode,
  proveByPassword,
  addPasskey,
  beginFactor,
  beginPasskey,
  beginProof,
  beginSignIn,
  giveFactorByPasskey,
  proveByPasskey,
  removePasskey,
  renamePasskey,
  signInByPasskey,
  enter,
  refresh,
  signIn,
  type BrowserTokens,
  endBrowserSession,
} from './sign-in/index.ts';
import {
  beginApp,
  confirmNewApp,
  readFactors,
  removeApp,
  renewRecoveryCodes,
  countProtected,
  selectProofWays,
  readFactorRule,
  saveFactorRule,
} from './factors/index.ts';
import {
  disownSession,
  readLink,
  requestReset,
  setPasswordByLink,
  restoreEmail,
} from './passwords/index.ts';
import { staffRoutes } from './staff/index.ts';
import { teamRoutes } from './team-routes.ts';
import { createOwner, sendConfirmation } from './team/index.ts';
import {
  changeEmail,
  changePassword as changePasswordCall,
  confirmEmail as confirmEmailCall,
  createOwner as createOwnerCall,
  readLink as readLinkCall,
  restoreEmail as restoreEmailCall,
  restorePassword,
  saveProfile,
  sendConfirmation as sendConfirmationCall,
  setPassword,
} from '@lintel/contract/identity/account';
import { AppError } from '../../platform/errors.ts';
import { issueDevice, readDevice } from './devices/index.ts';
import { changePassword, requestEmailChange, confirmEmail, saveNames } from './profile.ts';

/** The key that seals an account's drafts in its browsers; the same for all its sessions. */
const draftsKey = ({ keys }: Context, userId: number): string =>
  createHmac('sha256', keys.derive('browser drafts')).update(`drafts:${userId}`).digest('base64');

function letIn(
  context: Context,
  answer: AnswerTools,
  { device, ...tokens }: BrowserTokens,
): { message: string } {
  setSessionCookies(answer, context, tokens);
  setDeviceCookie(answer, context, device);
  return { message: 'Login successful!' };
}

export const identityRoutes = (context: Context): Route[] => [
  handle(authenticate, async ({ body, request, answer }) => {
    const signedIn = await signIn(context, body, toVisitor(request));
    if ('step' in signedIn) {
      const { step, ways } = signedIn;
      setStepCookie(answer, context, step);
      const message = "Confirm that it's you with your second factor.";
      return { message, needs: 'factor' as const, ways };
    }
    return letIn(context, answer, signedIn);
  }),
  handle(giveFactorCall, async ({ body, request, answer }) => {
    const step = request.cookies[stepCookie];
    const signedIn = await giveFactor(context, body.code, { ...toVisitor(request), step });
    clearStepCookie(answer, context);
    return letIn(context, answer, signedIn);
  }),
  handle(beginPasskeySignIn, () => beginSignIn(context)),
  handle(signInByPasskeyCall, async ({ body, request, answer }) =>
    letIn(context, answer, await signInByPasskey(context, body, toVisitor(request))),
  ),
  handle(beginPasskeyFactor, ({ request: { cookies } }) =>
    beginFactor(context, cookies[stepCookie]),
  ),
  handle(givePasskeyFactor, async ({ body, request, answer }) => {
    const step = request.cookies[stepCookie];
    const visitor = { ...toVisitor(request), step };
    const signedIn = await giveFactorByPasskey(context, body.credential, visitor);
    clearStepCookie(answer, context);
    return letIn(context, answer, signedIn);
  }),
  handle(readSession, async ({ caller }) => ({
    ...(await viewSession(context, caller)),
    ...(!caller.needsFactor && { draftsKey: draftsKey(context, caller.authenticated.id) }),
  })),
  handle(refreshSession, async ({ request: { cookies, address }, answer }) => {
    const tokens = await refresh(context, cookies[refreshCookie], address);
    setSessionCookies(answer, context, tokens);
    return { message: 'Session refreshed' };
  }),
  handle(signOutCall, async ({ request: { cookies }, answer }) => {
    await endBrowserSession(context, cookies, answer);
    return { message: 'Signed out' };
  }),
  handle(readUser, async ({ owned }) => presentUser(owned.account)),
  ...factorRoutes(context),
  ...sessionRoutes(context),
  ...switchRoutes(context),
  ...accountRoutes(context),
  ...teamRoutes(context),
  ...staffRoutes(context),
];

const toVisitor = ({ address, userAgent, cookies }: RequestFacts) => ({
  address,
  userAgent,
  shown: cookies[deviceCookie],
});

/** The account's second factors and step-up verification. */
const factorRoutes = (context: Context): Route[] => [
  handle(readFactorsCall, ({ caller }) => readFactors(context, caller)),
  handle(beginAppCall, ({ caller }) => beginApp(context, caller)),
  handle(confirmAppCall, async ({ body, caller }) => ({
    recoveryCodes: await confirmNewApp(context, caller, body.code),
  })),
  handle(removeAppCall, async ({ caller }) => {
    await removeApp(context, caller);
    return { message: 'The authenticator app was removed.' };
  }),
  handle(renewRecoveryCodesCall, async ({ caller }) => ({
    recoveryCodes: await renewRecoveryCodes(context, caller),
  })),
  handle(beginPasskeyCall, ({ caller }) => beginPasskey(context, caller)),
  handle(addPasskeyCall, ({ body, caller }) => addPasskey(context, caller, body)),
  handle(renamePasskeyCall, async ({ body, caller, owned }) => {
    await renamePasskey(context, caller, { id: owned.passkeyId, name: body.name });
    return { message: 'The passkey was renamed.' };
  }),
  handle(removePasskeyCall, async ({ caller, owned }) => {
    await removePasskey(context, caller, owned.passkeyId);
    return { message: 'The passkey was removed.' };
  }),
  handle(requireProof, async () => ({ message: 'Your identity is confirmed.' })),
  handle(readProof, async ({ caller }) => ({
    ways: await selectProofWays(context.db, caller.authenticated.id),
  })),
  handle(proveByCodeCall, async ({ body, caller, request }) => {
    await proveByCode(context, caller, { ...body, ...toVisitor(request) });
    return proven;
  }),
  handle(proveByPasswordCall, async ({ body, caller, request }) => {
    await proveByPassword(context, caller, { ...body, ...toVisitor(request) });
    return proven;
  }),
  handle(beginPasskeyProof, ({ caller }) => beginProof(context, caller)),
  handle(proveByPasskeyCall, async ({ body, caller }) => {
    await proveByPasskey(context, caller, body.credential);
    return proven;
  }),
  handle(readFactorRuleCall, async () => ({
    ...(await readFactorRule(context.db)),
    ...(await countProtected(context.db)),
  })),
  handle(saveFactorRuleCall, async ({ body, caller }) => {
    await saveFactorRule(context, caller, body);
    return { message: 'Update successful!' };
  }),
];

const proven = { message: 'Thank you. You can continue.' };

const sessionRoutes = (context: Context): Route[] => [
  handle(readSessionsCall, ({ query: { page, limit }, caller }) =>
    readSessions(context.db, caller, { page, limit, now: context.clock.now() }),
  ),
  handle(endSessionCall, async ({ caller, owned }) => {
    await endOneSession(context, caller, owned.sessionId);
    return { message: 'The device was signed out.' };
  }),
  handle(endOthersCall, async ({ caller }) => {
    await endOtherSessions(context, caller);
    return { message: 'All other devices were signed out.' };
  }),
  handle(disownCall, async ({ body, request, answer }) => {
    const enc = await disownSession(context, body.enc, request.address);
    clearSessionCookies(answer, context);
    return { message: 'Your account was signed out everywhere.', enc };
  }),
];

/** Staff access to contractors' accounts, and the contractor's view of it. */
const switchRoutes = (context: Context): Route[] => [
  handle(switchUser, async ({ params, body, caller }) => {
    await switchInto(context, caller, params.id, body.reason);
    return { message: 'Success' };
  }),
  handle(switchBackCall, async ({ caller }) => {
    await switchBack(context, caller);
    return { message: 'Success' };
  }),
  handle(readVisitsCall, ({ query: { page, limit }, owned }) =>
    readVisits(context.db, owned.contractorId, { page, limit, now: context.clock.now() }),
  ),
];

const accountRoutes = (context: Context): Route[] => [
  handle(saveProfile, async ({ body, caller, owned: { user } }) => {
    await saveNames(context, caller, user.id, body);
    return view(context, user.id);
  }),
  handle(changeEmail, async ({ body, caller, owned }) => {
    await requestEmailChange(context, caller, owned.user.id, body.email);
    return { message: 'We sent an email with a link to confirm changing email.' };
  }),
  handle(changePasswordCall, async ({ body, caller, owned, request: { cookies }, answer }) => {
    const account = await changePassword(context, caller, owned.user.id, body.password);
    // The browser's device cookie was bound to the old password.
    const device = await readDevice(context, cookies[deviceCookie]);
    setDeviceCookie(answer, context, await issueDevice(context, device, account));
    return { message: 'Update successful!' };
  }),
  handle(restorePassword, async ({ body }) => {
    await requestReset(context, body.email);
    return {
      message: 'If this e-mail belongs to an account, a link to set a new password is on its way.',
    };
  }),
  handle(readLinkCall, ({ body, request }) =>
    lookUpCode(context, request.address, () => readLink(context, body.enc)),
  ),
  handle(setPassword, async ({ body, request, answer }) => {
    const password = body.newPassword ?? body.password ?? '';
    const set = await setPasswordByLink(context, body.enc, password, request.address);
    const { account, maySignIn: signedIn } = set;
    const message = 'Thank you! Your password successfully changed';
    if (signedIn) {
      const visitor = { ...toVisitor(request), keep: true };
      letIn(context, answer, await enter(context, account, visitor, null));
      return { message, signedIn };
    }
    clearSessionCookies(answer, context);
    // The owner of the mailbox isn't guessing, so this browser isn't locked out by others'
    // attempts.
    setDeviceCookie(answer, context, await issueDevice(context, null, account));
    return { message, signedIn };
  }),
  handle(confirmEmailCall, async ({ body, request, answer }) => {
    await confirmEmail(context, body.enc, request.address);
    clearSessionCookies(answer, context);
    return { message: 'Your email has been successfully changed' };
  }),
  handle(restoreEmailCall, async ({ body, request, answer }) => {
    const enc = await restoreEmail(context, body.enc, request.address);
    clearSessionCookies(answer, context);
    return { message: 'Your e-mail was restored. Choose a new password.', enc };
  }),
  handle(createOwnerCall, async ({ body, caller }) => ({
    message:
      'Account successfully created. An email with an authorization link has been sent to the contractor.',
    user: await view(context, await createOwner(context, caller, body)),
  })),
  handle(sendConfirmationCall, async ({ params, caller }) => {
    await sendConfirmation(context, caller, params.id);
    return { message: 'The confirmation e-mail is on its way.' };
  }),
];

async function view({ db }: Context, userId: number): Promise<User> {
  const account = await findAccount(db, userId);
  if (account === null) throw new AppError('not_found');
  return presentUser(account);
}
