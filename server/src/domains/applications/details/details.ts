import { neededIn } from '@lintel/contract/applications/needed-details';
import {
  detailProblems,
  detailProblemText,
  partFor,
  readApplicant,
  type Applicant,
  type DetailValues,
} from '@lintel/contract/applications/details';
import type { LenderNeed } from '@lintel/contract/lenders/needs';
import type { Context } from '../../../platform/context.ts';
import { seal, unseal } from '../../../platform/crypto/secrets.ts';
import { dayIn } from '../../../platform/days.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { lockByToken } from '../access.ts';
import type { Application, ApplicationKey } from '../repository.ts';
import { readNeededDetails, sentAnswers, type Answers } from './needed.ts';
import { findDetails, writeDetails } from './repository.ts';

// Encrypted with a key of their own, and for one application: a row copied to another one, or a
// copy of the database without the key, reveals nothing.

type Keys = Pick<Context, 'keys'>;
const keyOf = ({ keys }: Keys): Uint8Array => keys.derive('applicant details');
const placeOf = ({ contractorId, id }: ApplicationKey): string => `applicant:${contractorId}:${id}`;

/** Checked details that aren't stored yet. */
interface GivenDetails {
  needs: LenderNeed[];
  applicant: Applicant;
}

/**
 * Checks the details that the lenders that fit need; null when they need none. Throws field errors,
 * also for missing ones.
 */
export async function checkDetails(
  tx: Database,
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  application: Application,
  { answers, details }: { answers: Answers; details: DetailValues },
): Promise<GivenDetails | null> {
  const { state } = answers;
  const needs = neededIn(await readNeededDetails(tx, application, answers), state);
  const today = dayIn(clock.now(), config.BUSINESS_TIME_ZONE);
  const problems = detailProblems(needs, details, { state, today });
  const fields = Object.fromEntries(
    Object.entries(problems).map(([name, problem]) => [
      `details.${name}`,
      detailProblemText(problem),
    ]),
  );
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields });
  return needs.length === 0 ? null : { needs, applicant: readApplicant(needs, details) };
}

/** Stores details, encrypted, in the transaction that sends the application. */
export const keepDetails = (
  tx: Database,
  context: Keys,
  application: ApplicationKey,
  { given, now }: { given: GivenDetails; now: Date },
): Promise<void> =>
  writeDetails(tx, {
    contractorId: application.contractorId,
    applicationId: application.id,
    needs: given.needs,
    sealed: seal(keyOf(context), JSON.stringify(given.applicant), placeOf(application)),
    givenAt: now,
    erasedAt: null,
  });

/**
 * Replaces the details of a contested application for its owner, who can't see them. Throws
 * `application_closed` in any other state, because lenders may have them already, and when no
 * lender needs any.
 */
export async function replaceDetails(
  context: Context,
  { token, details }: { token: string; details: DetailValues },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const application = await lockByToken(tx, context, token, 'confirm');
    const { contestedAt, confirmedAt, withdrawnAt } = application;
    if (contestedAt === null || confirmedAt !== null || withdrawnAt !== null)
      throw new AppError('application_closed');
    const answers = sentAnswers(application);
    const given = await checkDetails(tx, context, application, { answers, details });
    if (given === null) throw new AppError('application_closed');
    await keepDetails(tx, context, application, { given, now: context.clock.now() });
  });
}

/** The kinds of details that an application has. */
export async function detailsGiven(
  db: Database,
  application: ApplicationKey,
): Promise<LenderNeed[]> {
  const row = await findDetails(db, application);
  return row === undefined || row.sealed === null ? [] : row.needs;
}

/** An application's details; null when none were given, or they were erased. */
export async function openDetails(
  db: Database,
  context: Keys,
  application: ApplicationKey,
): Promise<Applicant | null> {
  const row = await findDetails(db, application);
  if (row === undefined || row.sealed === null) return null;
  const text = unseal(keyOf(context), row.sealed, placeOf(application));
  if (text === null)
    throw new Error(
      `The details of application ${application.id} cannot be read with this ENCRYPTION_KEY`,
    );
  return JSON.parse(text);
}

/** The part of the details that a lender needs; null when some of it is missing or was erased. */
export async function detailsFor(
  context: Context,
  application: ApplicationKey,
  needs: readonly LenderNeed[],
): Promise<Applicant | null> {
  if (needs.length === 0) return {};
  const applicant = partFor(needs, (await openDetails(context.db, context, application)) ?? {});
  return Object.keys(applicant).length === needs.length ? applicant : null;
}
