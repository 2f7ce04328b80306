import {
  beginApp as beginAppCall,
  confirmApp as confirmAppCall,
  giveFactor as giveFactorCall,
  readFactors as readFactorsCall,
  removeApp as removeAppCall,
  renewRecoveryCodes as renewRecoveryCodesCall,
} from '@lintel/contract/identity/factors';
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
  addTeamUser as addCall,
  editTeamUser as editCall,
  inviteTeamUser,
  reactivateTeamUser,
  readTeam as readTeamCall,
  readTeamLimits,
  readTeamSections,
  removeTeamUser as removeCall,
} from '@lintel/contract/identity/team';
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
import { presentUser, accountOf } from './accounts.ts';
import {
  accessCookie,
  clearSessionCookies,
  deviceCookie,
  refreshCookie,
  clearStepCookie,
  setDeviceCookie,
  setStepCookie,
  stepCookie,
  setSessionCookies,
} from './tokens.ts';
import type { AccountDeps } from './account-mail.ts';
import {
  beginApp,
  confirmNewApp,
  giveFactor,
  readFactors,
  removeApp,
  renewRecoveryCodes,
  type FactorDeps,
  type Proof,
} from './factors.ts';
import { refresh, signIn, signOut, type IdentityDeps, type SignedIn } from './sign-in.ts';
import { viewSession } from './session.ts';
import { disownSession } from './new-device.ts';
import { endOneSession, endOtherSessions, readSessions } from './own-sessions.ts';
import { readVisits, switchBack, switchInto } from './visits.ts';
import { teamLimits } from '../contractors/index.ts';
import {
  addTeamUser,
  editTeamUser,
  inviteAgain,
  reactivate,
  readSections,
  readTeam,
  removeTeamUser,
} from './team.ts';
import {
  changeEmail,
  changePassword as changePasswordCall,
  confirmEmail as confirmEmailCall,
  createOwner as createOwnerCall,
  readLink as readLinkCall,
  restorePassword,
  saveProfile,
  sendConfirmation as sendConfirmationCall,
  setPassword,
} from '@lintel/contract/identity/account';
import { AppError } from '../../platform/errors.ts';
import { createOwner, sendConfirmation } from './owners.ts';
import { readLink, requestReset, setPasswordByLink } from './password-links.ts';
import { changePassword, askForEmail, confirmEmail, saveNames } from './profile.ts';

interface Deps extends FactorDeps {
  secureCookies: boolean;
}

/** Gives the browser what a signed-in one has. */
function letIn(
  { secureCookies }: Deps,
  answer: AnswerTools,
  { device, ...tokens }: SignedIn,
): { message: string } {
  setSessionCookies(answer, tokens, secureCookies);
  setDeviceCookie(answer, device, secureCookies);
  return { message: 'Login successful!' };
}

export const identityRoutes = (deps: Deps): Route[] => [
  handle(authenticate, async ({ body, request, answer }) => {
    const { address, userAgent, cookies } = request;
    const signedIn = await signIn(deps, body, {
      address,
      userAgent,
      shown: cookies[deviceCookie],
    });
    if ('step' in signedIn) {
      setStepCookie(answer, signedIn.step, deps.secureCookies);
      return { message: 'Enter the code from your authenticator app.', needs: 'code' as const };
    }
    return letIn(deps, answer, signedIn);
  }),
  handle(giveFactorCall, async ({ body, request, answer }) => {
    const { address, userAgent, cookies } = request;
    const shown = cookies[deviceCookie];
    const step = cookies[stepCookie];
    const signedIn = await giveFactor(deps, body.code, { address, userAgent, shown, step });
    clearStepCookie(answer, deps.secureCookies);
    return letIn(deps, answer, signedIn);
  }),
  handle(readSession, ({ caller }) => viewSession(deps, caller)),
  handle(refreshSession, async ({ request: { cookies, address }, answer }) => {
    const tokens = await refresh(deps, cookies[refreshCookie], address);
    setSessionCookies(answer, tokens, deps.secureCookies);
    return { message: 'Session refreshed' };
  }),
  handle(signOutCall, async ({ request: { cookies }, answer }) => {
    await signOut(deps, { access: cookies[accessCookie], refresh: cookies[refreshCookie] });
    clearSessionCookies(answer, deps.secureCookies);
    // Files that a browser has to ask for each time are kept by it all the same; they go. Not
    // "storage": drafts and the appearance are there for whoever signs in next on this browser,
    // and the portal clears by itself what is of the session. Not "cookies": the device cookie
    // says where somebody was signed in, and stays.
    answer.setHeader('clear-site-data', '"cache"');
    return { message: 'Signed out' };
  }),
  handle(readUser, async ({ owned }) => presentUser(owned.account)),
  ...factorRoutes(deps),
  ...sessionRoutes(deps),
  ...switchRoutes(deps),
  ...accountRoutes(deps),
  ...teamRoutes(deps),
];

/** The account's own second step; what changes it asks for the password again. */
const factorRoutes = (deps: Deps): Route[] => [
  handle(readFactorsCall, ({ owned }) => readFactors(deps, owned.user.id)),
  handle(beginAppCall, ({ body, caller, request }) =>
    beginApp(deps, caller, proofOf(body.password, request)),
  ),
  handle(confirmAppCall, async ({ body, caller }) => ({
    recoveryCodes: await confirmNewApp(deps, caller, body.code),
  })),
  handle(removeAppCall, async ({ body, caller, request }) => {
    await removeApp(deps, caller, proofOf(body.password, request));
    return { message: 'Two-step verification is off.' };
  }),
  handle(renewRecoveryCodesCall, async ({ body, caller, request }) => ({
    recoveryCodes: await renewRecoveryCodes(deps, caller, proofOf(body.password, request)),
  })),
];

const proofOf = (password: string, { address, cookies }: RequestFacts): Proof => ({
  password,
  address,
  shown: cookies[deviceCookie],
});

/** Where an account is signed in, and ending that. */
const sessionRoutes = (deps: AccountDeps & { secureCookies: boolean }): Route[] => [
  handle(readSessionsCall, ({ query: { page, limit }, caller }) =>
    readSessions(deps.db, caller, { page, limit, now: deps.clock.now() }),
  ),
  handle(endSessionCall, async ({ caller, owned }) => {
    await endOneSession(deps, caller, owned.sessionId);
    return { message: 'The device was signed out.' };
  }),
  handle(endOthersCall, async ({ caller }) => {
    await endOtherSessions(deps, caller);
    return { message: 'All other devices were signed out.' };
  }),
  handle(disownCall, async ({ body, request, answer }) => {
    const enc = await disownSession(deps, body.enc, request.address);
    clearSessionCookies(answer, deps.secureCookies);
    return { message: 'Your account was signed out everywhere.', enc };
  }),
];

/** Staff in a contractor's account, and what the contractor sees of it. */
const switchRoutes = (deps: IdentityDeps): Route[] => [
  handle(switchUser, async ({ params, body, caller }) => {
    await switchInto(deps, caller, params.id, body.reason);
    return { message: 'Success' };
  }),
  handle(switchBackCall, async ({ caller }) => {
    await switchBack(deps, caller);
    return { message: 'Success' };
  }),
  handle(readVisitsCall, ({ query: { page, limit }, owned }) =>
    readVisits(deps.db, owned.contractorId, { page, limit, now: deps.clock.now() }),
  ),
];

const teamRoutes = (deps: AccountDeps): Route[] => [
  handle(readTeamCall, async ({ owned }) => ({ data: await readTeam(deps, owned.contractorId) })),
  handle(readTeamLimits, async ({ owned }) => ({
    data: await teamLimits(deps.db, owned.contractorId),
  })),
  handle(readTeamSections, async ({ owned }) => ({
    data: await readSections(deps, owned.contractorId),
  })),
  handle(addCall, async ({ body, caller, owned }) => {
    const user = await addTeamUser(deps, caller, owned.contractorId, body);
    return { message: 'We sent the added user an email with an authorization link.', user };
  }),
  handle(editCall, async ({ body, caller, owned }) => ({
    message: 'Update successful!',
    user: await editTeamUser(deps, caller, memberOf(owned), body),
  })),
  handle(removeCall, async ({ caller, owned }) => {
    await removeTeamUser(deps, caller, memberOf(owned));
    return { message: 'The user was deleted.' };
  }),
  handle(inviteTeamUser, async ({ caller, owned }) => {
    await inviteAgain(deps, caller, memberOf(owned));
    return { message: 'We sent the user another email with an authorization link.' };
  }),
  handle(reactivateTeamUser, async ({ caller, owned }) => ({
    message: 'The user can sign in again.',
    user: await reactivate(deps, caller, memberOf(owned)),
  })),
];

const memberOf = ({ contractorId, teamUserId }: { contractorId: number; teamUserId: number }) => ({
  contractorId,
  userId: teamUserId,
});

const accountRoutes = (deps: AccountDeps & { secureCookies: boolean }): Route[] => [
  handle(saveProfile, async ({ body, caller, owned: { user } }) => {
    await saveNames(deps, caller, user.id, body);
    return view(deps, user.id);
  }),
  handle(changeEmail, async ({ body, caller, owned }) => {
    await askForEmail(deps, caller, owned.user.id, body.email);
    return { message: 'We sent an email with a link to confirm changing email.' };
  }),
  handle(changePasswordCall, async ({ body, caller, owned, request: { cookies }, answer }) => {
    const account = await changePassword(deps, caller, owned.user.id, body.password);
    // The browser's device cookie was for the old password.
    const device = await deps.devices.read(cookies[deviceCookie]);
    setDeviceCookie(answer, await deps.devices.issue(device, account), deps.secureCookies);
    return { message: 'Update successful!' };
  }),
  handle(restorePassword, async ({ body }) => {
    await requestReset(deps, body.email);
    return {
      message: 'If this e-mail belongs to an account, a link to set a new password is on its way.',
    };
  }),
  handle(readLinkCall, ({ body }) => readLink(deps, body.enc)),
  handle(setPassword, async ({ body, request, answer }) => {
    const password = body.newPassword ?? body.password ?? '';
    const account = await setPasswordByLink(deps, body.enc, password, request.address);
    clearSessionCookies(answer, deps.secureCookies);
    // Whoever can read the account's mail is not guessing: this browser may sign in with the new
    // password, whatever others try meanwhile.
    setDeviceCookie(answer, await deps.devices.issue(null, account), deps.secureCookies);
    return { message: 'Thank you! Your password successfully changed' };
  }),
  handle(confirmEmailCall, async ({ body, request, answer }) => {
    await confirmEmail(deps, body.enc, request.address);
    clearSessionCookies(answer, deps.secureCookies);
    return { message: 'Your email has been successfully changed' };
  }),
  handle(createOwnerCall, async ({ body, caller }) => ({
    message:
      'Account successfully created. An email with an authorization link has been sent to the contractor.',
    user: await view(deps, await createOwner(deps, caller, body)),
  })),
  handle(sendConfirmationCall, async ({ params, caller }) => {
    await sendConfirmation(deps, caller, params.id);
    return { message: 'The confirmation e-mail is on its way.' };
  }),
];

async function view({ db }: AccountDeps, userId: number): Promise<User> {
  const account = await accountOf(db, userId);
  if (account === null) throw new AppError('not_found');
  return presentUser(account);
}
