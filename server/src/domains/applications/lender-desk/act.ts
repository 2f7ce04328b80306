import type { DeskAction } from '@lintel/contract/lender-desk/actions';
import type { DeskApplication } from '@lintel/contract/lender-desk/applications';
import { auditor, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { hashSecret } from '../../../platform/crypto/secrets.ts';
import { dayIn } from '../../../platform/days.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import { findLender } from '../../lenders/index.ts';
import { recordLenderEvent, selectFundings } from '../lenders/index.ts';
import { selectOffers, type Application } from '../repository.ts';
import { doneBy, eventOf } from './build-event.ts';
import { requireSeen } from './history.ts';
import { permittedOf } from './permitted.ts';
import { findDeskRow, selectDeskEvents } from './repository.ts';
import { requireLender } from './require-lender.ts';

const audit = auditor('lender-desk', { entity: 'application' });

interface Action {
  reference: string;
  /** Identifies one press of a button, so that a repeated call books one event. */
  key: string;
  action: DeskAction;
}

/**
 * Books what a lender's person did, as the event that the lender's system would have sent. Throws
 * `not_found`, `conflict` when the lender or the homeowner did something else first, or a field
 * error.
 */
export async function act(
  context: Context,
  caller: Caller,
  { reference, key, action }: Action,
): Promise<void> {
  const { db, clock, config } = context;
  const now = clock.now();
  const userId = caller.authenticated.id;
  const lender = await findLender(db, requireLender(caller).id);
  const row = lender && (await findDeskRow(db, lender.id, reference, now));
  if (lender === undefined || row === undefined) throw new AppError('not_found');
  const event = eventOf(action, {
    id: `desk-${hashSecret(`${userId} ${key}`).slice(0, 40)}`,
    application: reference,
    lender,
    now,
    timeZone: config.BUSINESS_TIME_ZONE,
  });
  await recordLenderEvent(context, lender, event, {
    desk: {
      userId,
      done: doneBy(action),
      check: async (tx, application) => {
        const events = await selectDeskEvents(tx, application, lender.id);
        // Without the event that is being booked.
        const earlier = events.filter(({ id }) => id !== `${lender.id}:${event.id}`);
        await requireSeen(tx, context, { events: earlier, seen: action.seen, userId });
        await requirePermitted(tx, context, { application, lenderId: lender.id, action });
        await audit(tx, context, caller, 'acted', {
          entityId: application.id,
          contractorId: application.contractorId,
          details: { type: event.type },
        });
      },
    },
  });
}

const closed = (message: string): AppError => new AppError('conflict', { message });

/** Throws `conflict` when the homeowner's doings or the offer's state rule the action out. */
async function requirePermitted(
  tx: Database,
  context: Context,
  {
    application,
    lenderId,
    action,
  }: { application: Application; lenderId: number; action: DeskAction },
): Promise<void> {
  const now = context.clock.now();
  const own = (await selectOffers(tx, application)).filter((one) => one.lenderId === lenderId);
  if (application.withdrawnAt !== null && action.type !== 'reverse')
    throw closed('The homeowner withdrew this application.');
  const row = await findDeskRow(tx, lenderId, application.reference, now);
  const may = permittedOf(application, own, { isDeclined: row?.status === 'declined', now });
  requireOffer(action, may, own);
  if (action.type !== 'fund') return;
  const { BUSINESS_TIME_ZONE: zone } = context.config;
  if (action.fundedOn < dayIn(application.completedAt ?? now, zone))
    throw invalidField('fundedOn', 'Please enter a day after the application was sent.');
  const payouts = (await selectFundings(tx, application)).filter(
    ({ offerId, amountCents }) =>
      amountCents > 0 && own.find(({ id }) => id === offerId)?.reference === action.offer,
  );
  if (action.stage === '' ? payouts.length > 0 : payouts.some((one) => one.stage === action.stage))
    throw invalidField(
      'stage',
      action.stage === ''
        ? 'A funding is booked already. Please name this stage.'
        : 'This stage is booked already.',
    );
}

function requireOffer(
  action: DeskAction,
  may: DeskApplication['may'],
  own: readonly {
    reference: string;
    chosenAt: Date | null;
    approvedAt: Date | null;
    withdrawnAt: Date | null;
    fundedAt: Date | null;
  }[],
): void {
  const offerNamed = (reference: string) => {
    const found = own.find((one) => one.reference === reference);
    if (found === undefined) throw new AppError('not_found');
    return found;
  };
  switch (action.type) {
    case 'offers': {
      if (!may.offer) throw closed('No more offers can be sent in this application.');
      const replaced = action.replaces === null ? null : offerNamed(action.replaces);
      if (replaced?.withdrawnAt != null)
        throw closed('The offer to replace was withdrawn already.');
      return;
    }
    case 'withdraw-offer': {
      const { chosenAt, withdrawnAt } = offerNamed(action.offer);
      if (withdrawnAt !== null) throw closed('This offer was withdrawn already.');
      if (chosenAt !== null)
        throw closed(
          'The homeowner chose this offer. Send a counter-offer, or decline the application.',
        );
      return;
    }
    case 'decline':
      if (!may.decline) throw closed('This application can’t be declined any more.');
      return;
    case 'request':
    case 'end-request':
    case 'decide-document':
      return requireIn(may.request, offerNamed(action.offer).reference);
    case 'approve':
      return requireIn(may.approve, offerNamed(action.offer).reference);
    case 'fund':
      return requireIn(may.fund, offerNamed(action.offer).reference);
    case 'reverse':
      return requireIn(may.reverse, offerNamed(action.offer).reference);
  }
}

function requireIn(permitted: readonly string[], reference: string): void {
  if (!permitted.includes(reference))
    throw closed('The homeowner’s choice or this offer has changed. Please look at it again.');
}
