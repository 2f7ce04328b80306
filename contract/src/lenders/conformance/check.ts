import { z } from 'zod';

/**
 * Conformance checks of the webhook protocol: requests to one side, and the answers that it must
 * give. The portal and the command `lintel-lender-kit` run the same checks; each brings its own
 * `Send`.
 */

/**
 * How a probe is signed: rightly, by an unknown secret, not at all, ten minutes or four minutes
 * ago, or as while a secret is replaced, with an unknown signature before or after the right one.
 */
export const signatureKinds = [
  'valid',
  'wrong',
  'missing',
  'old',
  'late',
  'unknown-first',
  'unknown-last',
] as const;
export type SignatureKind = (typeof signatureKinds)[number];

/** One request of a check. */
export interface Probe {
  /** Added to the checked side's address. */
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The signed text: the body, or a header with the body's hash. */
  signed: string;
  signature: SignatureKind;
}

export interface ProbeAnswer {
  /** The HTTP status; null without an answer. */
  status: number | null;
  milliseconds: number;
  /** Why there is no answer, or empty. */
  problem: string;
  /** The start of the answer's body. */
  body: string;
}

export type Send = (probe: Probe) => Promise<ProbeAnswer>;

export interface RunFacts {
  /** Names this run in references and keys: 8 to 32 letters and digits. */
  run: string;
  now: Date;
  /** The test application that events are about; empty without one. */
  application: string;
}

export interface Check {
  id: string;
  title: string;
  /** What to do when it fails. */
  fix: string;
  /** It is skipped unless these have passed. */
  needs?: readonly string[];
  /** It is skipped without a test application. */
  needsApplication?: true;
  /** Returns why it failed, or an empty text. */
  run(send: Send, facts: RunFacts): Promise<string>;
}

/** Characters kept of what was sent and answered. */
export const exchangeLimits = { sent: 2000, answered: 500 } as const;

export const outcomes = ['passed', 'failed', 'skipped'] as const;

const exchange = z.object({
  path: z.string(),
  signature: z.enum(signatureKinds),
  sent: z.string(),
  status: z.number().nullable(),
  milliseconds: z.number(),
  answered: z.string(),
});

export const checkResult = z.object({
  id: z.string(),
  title: z.string(),
  outcome: z.enum(outcomes),
  /** Why it failed or was skipped. */
  reason: z.string(),
  /** What to do about a failure. */
  fix: z.string(),
  exchanges: z.array(exchange),
});
export type CheckResult = z.output<typeof checkResult>;

/** After this many requests in a row without an answer, the rest is skipped. */
const mostSilence = 2;

/** Runs checks in order, and reports each result as soon as it is known. */
export async function runChecks(
  checks: readonly Check[],
  {
    send,
    facts,
    onResult,
    isOver = () => false,
  }: {
    send: Send;
    facts: RunFacts;
    onResult(result: CheckResult): Promise<void> | void;
    /** Whether the run has taken too long: the rest is skipped. */
    isOver?(): boolean;
  },
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  let silence = 0;
  for (const check of checks) {
    const exchanges: CheckResult['exchanges'] = [];
    const recording: Send = async (probe) => {
      const answer = await send(probe);
      silence = answer.status === null ? silence + 1 : 0;
      exchanges.push({
        path: probe.path,
        signature: probe.signature,
        sent: probe.body.slice(0, exchangeLimits.sent),
        status: answer.status,
        milliseconds: answer.milliseconds,
        answered: (answer.problem || answer.body).slice(0, exchangeLimits.answered),
      });
      return answer;
    };
    const skipped = isOver()
      ? 'The run took too long.'
      : reasonToSkip(check, { results, facts, silence });
    const reason = skipped || (await check.run(recording, facts));
    const outcome = skipped !== '' ? 'skipped' : reason === '' ? 'passed' : 'failed';
    const { id, title } = check;
    const result: CheckResult = {
      id,
      title,
      outcome,
      reason,
      fix: outcome === 'failed' ? check.fix : '',
      exchanges,
    };
    results.push(result);
    await onResult(result);
  }
  return results;
}

function reasonToSkip(
  { needs = [], needsApplication }: Check,
  {
    results,
    facts,
    silence,
  }: { results: readonly CheckResult[]; facts: RunFacts; silence: number },
): string {
  if (silence >= mostSilence) return 'The address doesn’t answer.';
  if (needsApplication && facts.application === '') return 'It needs a test application.';
  const missing = needs.filter(
    (id) => !results.some((result) => result.id === id && result.outcome === 'passed'),
  );
  return missing.length === 0 ? '' : `It needs a pass of: ${missing.join(', ')}.`;
}

/** What an answer was, in words. */
export const answerText = ({ status, problem }: ProbeAnswer): string =>
  status === null ? `there was no answer: ${problem}` : `the answer was ${status}`;

/** Empty for a success, otherwise why not. */
export const expectSuccess = (answer: ProbeAnswer, what = 'A success (2xx) was expected'): string =>
  answer.status !== null && answer.status >= 200 && answer.status < 300
    ? ''
    : `${what}, but ${answerText(answer)}.`;

/** `401`, `400 or 401`, or `400, 401, or 403`. */
const orList = (statuses: readonly number[]): string =>
  statuses.length < 3
    ? statuses.join(' or ')
    : `${statuses.slice(0, -1).join(', ')}, or ${statuses.at(-1)}`;

/** Empty for one of the statuses, otherwise why not. */
export const expectStatus = (answer: ProbeAnswer, ...statuses: readonly number[]): string =>
  answer.status !== null && statuses.includes(answer.status)
    ? ''
    : `${orList(statuses)} was expected, but ${answerText(answer)}.`;

/** The first failure of several answers. */
export const firstProblem = (...problems: readonly string[]): string =>
  problems.find((problem) => problem !== '') ?? '';

const unknownSecret = 'a-secret-of-no-lender-0123456789abcd';

/** The header `Lintel-Signature` of a probe; undefined for none. `sign` is hex HMAC-SHA256. */
export function signatureOfProbe(
  { signature, signed }: Probe,
  secret: string,
  now: Date,
  sign: (secret: string, text: string) => string,
): string | undefined {
  if (signature === 'missing') return undefined;
  const age = signature === 'old' ? 600 : signature === 'late' ? 240 : 0;
  const t = Math.floor(now.getTime() / 1000) - age;
  const by: Record<Exclude<SignatureKind, 'missing'>, readonly string[]> = {
    valid: [secret],
    wrong: [unknownSecret],
    old: [secret],
    late: [secret],
    'unknown-first': [unknownSecret, secret],
    'unknown-last': [secret, unknownSecret],
  };
  return [`t=${t}`, ...by[signature].map((one) => `v1=${sign(one, `${t}.${signed}`)}`)].join(',');
}
