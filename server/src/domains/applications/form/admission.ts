import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1';
import type { challengeSubmission } from '@lintel/contract/applications/admission';
import type { submitApplication } from '@lintel/contract/applications/homeowner';
import { usStates, type UsState } from '@lintel/contract/core/us-states';
import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import type { Context } from '../../../platform/context.ts';
import { hashSecret } from '../../../platform/crypto/secrets.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError, invalidField, tooManyRequests } from '../../../platform/errors.ts';
import { isAnybody, toNetwork } from '../../../platform/http/caller-address.ts';
import { readPublicFacts, readServedStates, takesApplications } from '../../legal/index.ts';
import { readByToken } from '../access.ts';

const hour = 3600;
const day = 86_400;

/**
 * Rate limits for sending applications. Per network: a number per hour without a challenge, more
 * with a challenge, then none. Per e-mail address and per phone: a number per day. When all
 * networks together exceed the usual number, every browser gets a challenge.
 */
export const admission = {
  ofNetwork: { free: 20, most: 100, seconds: hour },
  ofAll: { free: 600, seconds: hour },
  ofPerson: { most: 30, seconds: day },
} as const;

/** Throws `not_open` while the product accepts no applications, on any page. */
export async function requireOpen({ db, config }: Context): Promise<void> {
  if (!takesApplications(config, await readPublicFacts(db))) throw new AppError('not_open');
}

/** Throws a field error for a homeowner in an unserved state. */
export async function requireServed(db: Database, state: UsState): Promise<void> {
  const served = await readServedStates(db);
  if (served !== null && !served.includes(state))
    throw invalidField(
      'state',
      `Financing isn’t available in ${usStates[state]} yet. Please ask the contractor about other ways to pay.`,
    );
}

/** About half a second to three seconds in a browser. */
const hardness = 50_000;
const challengeMs = 10 * 60_000;

/** Signs challenges. */
const challengeKey = ({ keys }: Context): string =>
  Buffer.from(keys.derive('application work')).toString('hex');

/** Issues a challenge to the browser with the application's secret; valid for ten minutes. */
export async function challengeFor(
  context: Context,
  token: string,
): Promise<ResponseBody<typeof challengeSubmission>> {
  await readByToken(context, token);
  const { challenge, salt, signature } = await createChallenge({
    hmacKey: challengeKey(context),
    maxnumber: hardness,
    expires: new Date(context.clock.now().getTime() + challengeMs),
    params: { application: hashSecret(token) },
  });
  return { algorithm: 'SHA-256', challenge, maxnumber: hardness, salt, signature };
}

type FormBody = RequestPart<typeof submitApplication, 'body'>;

/**
 * Counts an application before it is sent. Throws `work_required` if the browser has to solve a
 * challenge first, and `too_many_requests` at a limit. The message is the same for every limit, so
 * that it doesn't reveal who has applied.
 */
export async function admit(
  context: Context,
  { token, body, address }: { token: string; body: FormBody; address: string },
): Promise<void> {
  const { counter } = context;
  const { application } = await readByToken(context, token);
  // Already sent: sending again changes nothing.
  if (application.completedAt !== null) return;
  const { ofNetwork, ofAll, ofPerson } = admission;
  const keys = {
    network: `application:network:${toNetwork(address)}`,
    all: 'application:all',
    email: `application:email:${hashSecret(body.email.toLowerCase())}`,
    phone: `application:phone:${hashSecret(body.phone)}`,
  };
  const network = isAnybody(address) ? 0 : await counter.count(keys.network, ofNetwork.seconds);
  if (network > ofNetwork.most) throw tooManyRequests(day);
  const all = await counter.count(keys.all, ofAll.seconds);
  const isUsual = network <= ofNetwork.free && all <= ofAll.free && !body.website;
  if (!isUsual && !(await isWorkDone(context, token, body.work))) {
    await Promise.all([network > 0 && counter.giveBack(keys.network), counter.giveBack(keys.all)]);
    throw new AppError('work_required');
  }
  for (const key of [keys.email, keys.phone])
    if ((await counter.count(key, ofPerson.seconds)) > ofPerson.most) throw tooManyRequests(day);
}

/** Whether a solution is for our challenge to this application, in time, and correct. */
async function isWorkDone(
  context: Context,
  token: string,
  work: FormBody['work'],
): Promise<boolean> {
  if (work === undefined) return false;
  const { application, expires } = extractParams(work);
  return (
    application === hashSecret(token) &&
    Number(expires) * 1000 > context.clock.now().getTime() &&
    (await verifySolution(work, challengeKey(context), false))
  );
}
