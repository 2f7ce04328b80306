import * as contract from '@lintel/contract/lenders/people';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import {
  invitePerson,
  invitePersonAgain,
  presentPerson,
  reactivatePerson,
  resetPersonFactors,
  revokePerson,
} from './people.ts';
import { findLenderOfPeople, selectPeople } from './repository.ts';

const which = ({ id, person }: { id: number; person: number }) => ({
  lenderId: id,
  userId: person,
});

/** The people of lenders with a desk. */
export const lenderPeopleRoutes = (context: Context): Route[] => [
  handle(contract.listLenderPeople, async ({ params, query }) => {
    if ((await findLenderOfPeople(context.db, params.id)) === undefined)
      throw new AppError('not_found');
    const { rows, total } = await selectPeople(context.db, params.id, query);
    return { data: rows.map(presentPerson), total };
  }),
  handle(contract.inviteLenderPerson, async ({ params, body, caller }) => ({
    message: `We sent an invitation to ${body.email}.`,
    person: await invitePerson(context, caller, params.id, body),
  })),
  handle(contract.inviteLenderPersonAgain, async ({ params, caller }) => {
    await invitePersonAgain(context, caller, which(params));
    return { message: 'We sent the invitation again.' };
  }),
  handle(contract.revokeLenderPerson, async ({ params, caller }) => {
    await revokePerson(context, caller, which(params));
    return { message: 'Access was revoked.' };
  }),
  handle(contract.reactivateLenderPerson, async ({ params, caller }) => {
    await reactivatePerson(context, caller, which(params));
    return { message: 'The account can sign in again.' };
  }),
  handle(contract.resetLenderPersonFactors, async ({ params, body, caller }) => {
    await resetPersonFactors(context, caller, which(params), body.reason);
    return { message: 'Two-step verification was reset. The account is signed out everywhere.' };
  }),
];
