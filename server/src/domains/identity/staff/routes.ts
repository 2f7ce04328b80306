import {
  changeStaff as changeCall,
  inviteStaff as inviteCall,
  inviteStaffAgain as inviteAgainCall,
  listStaff,
  reactivateStaff as reactivateCall,
  readStaff,
  resetContractorFactors as resetContractorCall,
  resetStaffFactors as resetCall,
  withdrawStaff as withdrawCall,
} from '@lintel/contract/identity/staff';
import {
  changeRole as changeRoleCall,
  createRole as createRoleCall,
  deleteRole as deleteRoleCall,
  listStaffRoles,
} from '@lintel/contract/identity/roles';
import {
  createFirstAccount as createFirstCall,
  readFirstAccount,
} from '@lintel/contract/identity/first-account';
import { deactivateStaff as deactivateCall, readHeld } from '@lintel/contract/identity/leaving';
import { handle, type Route } from '../../../platform/http/route.ts';
import type { Context } from '../../../platform/context.ts';
import {
  changeStaff,
  deactivateStaff,
  inviteStaff,
  inviteStaffAgain,
  reactivateStaff,
  readHoldings,
  readStaffAccount,
  readStaffList,
  withdrawStaff,
} from './accounts.ts';
import { createFirstAccount, requireNoStaff } from './first-account.ts';
import { resetContractorFactors, resetStaffFactors } from './factor-reset.ts';
import { changeRole, createRole, deleteRole, readRoles } from './roles.ts';

/** Staff accounts and their roles. */
export const staffRoutes = (context: Context): Route[] => [
  handle(readFirstAccount, async () => {
    await requireNoStaff(context);
    return { isOpen: true as const };
  }),
  handle(createFirstCall, async ({ body, request }) => {
    await createFirstAccount(context, body, request.address);
    return { message: 'Your account is ready. Sign in to set up the portal.' };
  }),
  handle(listStaff, ({ query, caller }) => readStaffList(context, caller, query)),
  handle(readStaff, ({ params, caller }) => readStaffAccount(context.db, caller, params.id)),
  handle(inviteCall, async ({ body, caller }) => ({
    message: `We sent an invitation to ${body.email}.`,
    account: await inviteStaff(context, caller, body),
  })),
  handle(changeCall, async ({ params, body, caller }) => ({
    message: 'Update successful!',
    account: await changeStaff(context, caller, params.id, body),
  })),
  handle(inviteAgainCall, async ({ params, caller }) => {
    await inviteStaffAgain(context, caller, params.id);
    return { message: 'We sent the invitation again.' };
  }),
  handle(withdrawCall, async ({ params, caller }) => {
    await withdrawStaff(context, caller, params.id);
    return { message: 'The invitation was withdrawn.' };
  }),
  handle(readHeld, ({ params, caller }) => readHoldings(context, caller, params.id)),
  handle(deactivateCall, async ({ params, caller, body }) => {
    await deactivateStaff(context, caller, params.id, body);
    return { message: 'The account is deactivated and signed out everywhere.' };
  }),
  handle(reactivateCall, async ({ params, caller }) => {
    await reactivateStaff(context, caller, params.id);
    return { message: 'The account can sign in again.' };
  }),
  handle(resetCall, async ({ params, body, caller }) => {
    await resetStaffFactors(context, caller, params.id, body.reason);
    return { message: 'Two-step verification was reset. The account is signed out everywhere.' };
  }),
  handle(resetContractorCall, async ({ params, body, caller }) => {
    await resetContractorFactors(context, caller, params.id, body.reason);
    return { message: 'Two-step verification was reset. The account is signed out everywhere.' };
  }),
  handle(listStaffRoles, async ({ caller }) => ({ data: await readRoles(context, caller) })),
  handle(createRoleCall, async ({ body, caller }) => ({
    message: 'The role was created.',
    id: await createRole(context, caller, body),
  })),
  handle(changeRoleCall, async ({ params, body, caller }) => {
    await changeRole(context, caller, params.id, body);
    return { message: 'Update successful!' };
  }),
  handle(deleteRoleCall, async ({ params, caller }) => {
    await deleteRole(context, caller, params.id);
    return { message: 'The role was deleted.' };
  }),
];
