import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { checks, type CheckName, type CheckResult } from '@lintel/contract/setup/self-check';
import { keysOf } from '@lintel/contract/core/map-values';
import type { Config } from '../../../platform/config.ts';
import type { Keys } from '../../../platform/crypto/keys.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { toError } from '../../../platform/errors.ts';
import type { FileStore } from '../../../platform/files/store.ts';

/** What is checked. A part that couldn't be opened is the error. */
export interface Subject {
  config: Config;
  database: { pool: Pool; db: Database } | Error;
  keys: Keys | Error;
  files: FileStore | Error;
  /** The folder of the built workspaces. */
  appFolder: string;
}

export type Finding = Pick<CheckResult, 'status' | 'found'> & { advice?: string };

/** A check. It throws when it can't tell, and should stop when the signal aborts. */
export type Check = (subject: Subject, signal: AbortSignal) => Promise<Finding>;

export const ok = (found: string): Finding => ({ status: 'ok', found });
export const skipped = (found: string): Finding => ({ status: 'skipped', found });

/** Where the runbook says what to do. */
export const runbook = (section: string): string => `See docs/operations/runbook.md#${section}.`;

/** Services can answer with long errors. */
const longest = 500;

/** Milliseconds for each check; all run in parallel. */
const patience = 10_000;

/** Runs all checks in parallel; each result within ten seconds, and none with a secret in it. */
export async function runChecks(
  subject: Subject,
  all: Readonly<Record<CheckName, Check>>,
  limitMs = patience,
): Promise<CheckResult[]> {
  const hide = redacted(subject.config);
  return Promise.all(
    keysOf(checks).map(async (name) => {
      const { status, found, advice = '' } = await outcome(all[name], subject, limitMs);
      return { name, label: checks[name], status, found: hide(found).slice(0, longest), advice };
    }),
  );
}

async function outcome(check: Check, subject: Subject, limitMs: number): Promise<Finding> {
  const stop = new AbortController();
  const late = sleep(limitMs, undefined, { signal: stop.signal }).then(() => {
    throw new Error(`No answer within ${limitMs / 1000} seconds`);
  });
  try {
    return await Promise.race([check(subject, stop.signal), late]);
  } catch (error) {
    return { status: 'fail', found: reasonOf(error), advice: runbook('self-check') };
  } finally {
    late.catch(() => {});
    stop.abort();
  }
}

/** An error's reason in one line: `fetch` and pools hide it in the cause. */
export function reasonOf(error: unknown): string {
  const { message, code, cause } = toError(error);
  if (cause !== undefined) return `${message}: ${reasonOf(cause)}`;
  const [line = ''] = message.split('\n');
  return line || (code ?? 'Unknown error');
}

const secretNames = /SECRET|TOKEN|PRIVATE|PASSWORD|KEY|HEADERS|_URL$/;

/** Replaces every secret setting, and the user and password of addresses, with dots. */
function redacted(config: Config): (text: string) => string {
  const secrets = Object.entries(config).flatMap(([name, value]) =>
    typeof value === 'string' && secretNames.test(name) ? partsOf(name, value) : [],
  );
  const longestFirst = secrets
    .filter((one) => one.length > 3)
    .toSorted((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((kept, secret) => kept.replaceAll(secret, '•••'), text);
}

/** The host of an address isn't secret. */
function partsOf(name: string, value: string): string[] {
  if (!name.endsWith('_URL')) return [value];
  if (!URL.canParse(value)) return [];
  const { username, password } = new URL(value);
  return username + password === '' ? [] : [value, username, password, decoded(password)];
}

/** As the service sees it, such as in its error messages. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
