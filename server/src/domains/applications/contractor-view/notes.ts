import { dayMs } from '@lintel/contract/core/durations';
import type {
  addNote,
  reopenFollowUp as reopen,
  setFollowUp,
} from '@lintel/contract/applications/application-detail';
import { followUpLimits, noteLimits } from '@lintel/contract/applications/desk-constants';
import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import { recordAudit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { dayIn } from '../../../platform/days.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import * as repository from './notes-repository.ts';
import { lockApplication } from '../repository.ts';
import { readContractorZone } from '../../contractors/index.ts';

type ApplicationKey = repository.ApplicationKey;

const whoseName = (names: ReadonlyMap<number, string>, id: number): string =>
  names.get(id) ?? 'Somebody';

/** The author is the person signed in; staff switched into an account write as themselves. */
const authorOf = ({ authenticated }: Caller): number => authenticated.id;

/** An owner may delete all notes, everyone else only their own. */
const removesAll = ({ user, switched }: Caller): boolean => user.kind === 'owner' && !switched;

export function presentNote(
  { id, text, authorId, at }: repository.NoteRow,
  names: ReadonlyMap<number, string>,
  caller: Caller,
) {
  return {
    id,
    text,
    author: whoseName(names, authorId),
    at: at.toISOString(),
    removable: removesAll(caller) || authorId === authorOf(caller),
  };
}

export const presentFollowUp = (
  { dueOn, note, authorId }: Pick<repository.FollowUpRow, 'dueOn' | 'note' | 'authorId'>,
  names: ReadonlyMap<number, string>,
  today: string,
) => ({ on: dueOn, note, author: whoseName(names, authorId), isDue: dueOn <= today });

/**
 * Locks the application. Throws `not_found` once it is anonymized, so that no one writes notes
 * about it.
 */
async function lockLiving(
  tx: Database,
  { contractorId, applicationId: id }: ApplicationKey,
): Promise<void> {
  const application = await lockApplication(tx, { contractorId, id });
  if (application === undefined || application.anonymisedAt !== null)
    throw new AppError('not_found');
}

/** Writes a note. Throws `conflict` at the limit of notes per application. */
export async function writeNote(
  { db, clock, accounts }: Context,
  caller: Caller,
  of: ApplicationKey,
  { text }: RequestPart<typeof addNote, 'body'>,
): Promise<ResponseBody<typeof addNote>> {
  const row = await db.transaction(async (tx) => {
    await lockLiving(tx, of);
    if ((await repository.countNotes(tx, of)) >= noteLimits.each)
      throw new AppError('conflict', {
        message: `An application can have up to ${noteLimits.each} notes. Please remove one first.`,
      });
    const written = { ...pick(of), text, authorId: authorOf(caller), at: clock.now() };
    return repository.insertNote(tx, written);
  });
  if (row === undefined) throw new Error('The note was not written');
  const names = await accounts.namesOf(db, [row.authorId]);
  return { message: 'Note saved', note: presentNote(row, names, caller) };
}

/** Deletes a note. Throws `not_found` for another author's note, unless the caller is the owner. */
export async function dropNote(
  { db, clock }: Context,
  caller: Caller,
  of: ApplicationKey,
  id: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const authorId = removesAll(caller) ? null : authorOf(caller);
    if (!(await repository.deleteNote(tx, of, { id, authorId }))) throw new AppError('not_found');
    await recordAudit(tx, clock, caller, {
      action: 'application.note-removed',
      entity: 'application',
      entityId: of.applicationId,
    });
  });
}

/** Sets or replaces the reminder's day. Throws a field error for a past day. */
export async function planFollowUp(
  { db, clock, config, accounts }: Context,
  caller: Caller,
  of: ApplicationKey,
  { on, note }: RequestPart<typeof setFollowUp, 'body'>,
): Promise<ResponseBody<typeof setFollowUp>> {
  const timeZone = await readContractorZone(db, of.contractorId, config.BUSINESS_TIME_ZONE);
  const now = clock.now();
  const today = dayIn(now, timeZone);
  if (on < today) throw invalidField('on', 'Please choose today or a later day.');
  if (on > dayIn(new Date(now.getTime() + followUpLimits.days * dayMs), timeZone))
    throw invalidField('on', 'Please choose a day within the next year.');
  const authorId = authorOf(caller);
  await db.transaction(async (tx) => {
    await lockLiving(tx, of);
    await repository.putFollowUp(tx, { ...pick(of), dueOn: on, note, authorId, setAt: now });
  });
  const names = await accounts.namesOf(db, [authorId]);
  return {
    message: 'Follow-up saved',
    followUp: presentFollowUp({ dueOn: on, note, authorId }, names, today),
  };
}

/** Marks the follow-up done, or no longer needed; repeating changes nothing. */
export async function finishFollowUp(
  { db, clock }: Context,
  caller: Caller,
  of: ApplicationKey,
): Promise<void> {
  await repository.markDone(db, of, { doneAt: clock.now(), doneBy: authorOf(caller) });
}

/** Reopens a follow-up; repeating changes nothing. Throws `not_found` if none was set. */
export async function reopenFollowUp(
  { db, clock, config, accounts }: Context,
  of: ApplicationKey,
): Promise<ResponseBody<typeof reopen>> {
  const timeZone = await readContractorZone(db, of.contractorId, config.BUSINESS_TIME_ZONE);
  const row = await repository.markUndone(db, of);
  if (row === undefined) throw new AppError('not_found');
  const names = await accounts.namesOf(db, [row.authorId]);
  const followUp = presentFollowUp(row, names, dayIn(clock.now(), timeZone));
  return { message: 'Follow-up reopened', followUp };
}

/** Drops the other fields of an endpoint's `owned`. */
const pick = ({ contractorId, applicationId }: ApplicationKey): ApplicationKey => ({
  contractorId,
  applicationId,
});
