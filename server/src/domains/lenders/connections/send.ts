import { protocolVersion } from '@lintel/contract/lenders/messages';
import { noContractor } from '../../../platform/db/no-contractor.ts';
import type { Context } from '../../../platform/context.ts';
import { signBody } from '../../../platform/crypto/secrets.ts';
import type { LenderRow } from '../repository.ts';
import { insertCall } from './calls.ts';
import { noteFailure, noteSuccess } from './failing.ts';
import { postTo, type Destination } from './post.ts';
import { readSecretValues } from './secrets.ts';
import { destinationOf } from './tls.ts';

/** A call to a lender that isn't a success; the job retries it. */
export class LenderCallFailed extends Error {
  readonly status: number | null;
  constructor(lender: string, status: number | null, problem: string) {
    super(`${lender}: ${problem}`);
    this.status = status;
  }
}

export interface OutgoingCall {
  /** `application`, `choice`, `given-up`, `document`, or `test`. */
  kind: string;
  /** Added to the lender's address. */
  path: string;
  idempotencyKey: string;
  /** The signed text: the body, or a header that holds the body's hash. */
  signed: string;
  headers: Record<string, string>;
  body: string | AsyncIterable<Buffer>;
  seconds: number;
  /** The application's reference and contractor; none for a test. */
  about?: { reference: string; contractorId: number };
  attempt?: number;
  /** The job that makes the call, so that staff can replay it. */
  job?: { id: string; payload: unknown };
}

/** What a lender answered; `problem` is empty for a success. */
export interface CallOutcome {
  status: number | null;
  milliseconds: number;
  problem: string;
}

/**
 * Sends a signed call to a lender and records it. Never throws because of the lender; the outcome
 * has the problem. Redirects count as failures, since they could lead to another host.
 */
export async function sendToLender(
  context: Context,
  lender: LenderRow,
  call: OutgoingCall,
): Promise<CallOutcome> {
  const secrets = await readSecretValues(context, lender);
  const outcome =
    secrets.length === 0
      ? { status: null, milliseconds: 0, problem: 'The lender has no signing secret yet.' }
      : await attempt(
          await destinationOf(context, lender),
          call,
          secrets.map(({ value }) => value),
        );
  const now = context.clock.now();
  await insertCall(context.db, {
    contractorId: call.about?.contractorId ?? noContractor,
    lenderId: lender.id,
    at: now,
    direction: 'out',
    kind: call.kind,
    application: call.about?.reference ?? '',
    status: outcome.status,
    milliseconds: outcome.milliseconds,
    attempt: call.attempt ?? 1,
    problem: outcome.problem,
    job: call.job ?? null,
  });
  if (outcome.problem === '') await noteSuccess(context, lender);
  else await noteFailure(context, lender, outcome.problem);
  return outcome;
}

/** Posts the call, signed with every valid secret. */
async function attempt(
  destination: Destination,
  call: OutgoingCall,
  secrets: readonly string[],
): Promise<CallOutcome> {
  const { status, milliseconds, problem } = await postTo(destination, {
    path: call.path,
    body: call.body,
    seconds: call.seconds,
    headers: {
      ...call.headers,
      'idempotency-key': call.idempotencyKey,
      'lintel-version': protocolVersion,
      'lintel-signature': signBody(secrets, call.signed, new Date()),
    },
  });
  if (status === null) return { status, milliseconds, problem };
  return {
    status,
    milliseconds,
    problem: status >= 200 && status < 300 ? '' : describeProblem(status),
  };
}

/** What an HTTP status means, and what to do about it. */
function describeProblem(status: number): string {
  if (status >= 300 && status < 400)
    return `The address redirects (${status}). Enter the final address.`;
  if (status === 401 || status === 403)
    return `The lender rejected the signature (${status}). Compare the secrets.`;
  if (status === 404) return 'The lender has nothing at this address (404).';
  return `The lender answered ${status}.`;
}
