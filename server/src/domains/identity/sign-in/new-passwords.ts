import { createHash } from 'node:crypto';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import {
  easyPassword,
  enoughStrength,
  hasOnlyOwnWords,
  listOwnWords,
  ownWordsPassword,
  strengthLimits,
} from '@lintel/contract/identity/password';
import type { Context } from '../../../platform/context.ts';
import { toError, invalidField } from '../../../platform/errors.ts';
import { fetchFrom } from '../../../platform/observe/tracing.ts';

/** The account holder. */
interface Person {
  email: string;
  firstname: string;
  lastname: string;
  /** The name of the contractor's company. */
  company?: string | null;
}

const breachedPassword = 'This password has appeared in a data breach. Choose another one.';
/** Timeout of the service in milliseconds: it must not keep people from setting a new password. */
const patience = 2000;

let meter: Promise<ZxcvbnFactory> | undefined;

/** Loaded with the first new password because the dictionaries are large. */
async function loadMeter(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Meter }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new Meter({
    ...strengthLimits,
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  });
}

/** Throws a field error of `password` when it is easy to guess or breached. */
export async function checkNewPassword(
  context: Pick<Context, 'config' | 'log'>,
  password: string,
  { company = null, ...person }: Person,
): Promise<void> {
  meter ??= loadMeter();
  const words = listOwnWords({ ...person, company, product: context.config.BRAND_NAME });
  const { score } = (await meter).check(password, words);
  if (score < enoughStrength) throw invalidField('password', easyPassword);
  if (hasOnlyOwnWords(password, words)) throw invalidField('password', ownWordsPassword);
  if (await isBreached(context, password)) throw invalidField('password', breachedPassword);
}

/**
 * Queries the breached-password service, if configured, with five digits of a hash, which hundreds
 * of passwords share. A failing service doesn't block the password.
 */
async function isBreached(
  { config, log }: Pick<Context, 'config' | 'log'>,
  password: string,
): Promise<boolean> {
  const rangeUrl = config.PWNED_PASSWORDS_URL?.replace(/\/+$/, '');
  if (rangeUrl === undefined || config.RESTORE_REHEARSAL === '1') return false;
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
  try {
    const list = await within(patience, (signal) =>
      listAt(`${rangeUrl}/${hash.slice(0, 5)}`, signal),
    );
    return holds(list, hash.slice(5));
  } catch (error) {
    const reason = toError(error).message;
    log.warn(`A new password could not be looked up in data breaches: ${reason}`);
    return false;
  }
}

async function listAt(address: string, signal: AbortSignal): Promise<string> {
  const headers = { 'add-padding': 'true', 'user-agent': 'Lintel' };
  const answer = await fetchFrom('breached passwords', address, {
    headers,
    signal,
    redirect: 'error',
  });
  if (!answer.ok) throw new Error(`it answered ${answer.status}`);
  return answer.text();
}

/**
 * Runs `work` with an abort signal and a timeout. Also rejects at the timeout itself, since reading
 * the rest of a response doesn't always honor the signal.
 */
async function within<Result>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`it did not answer within ${milliseconds / 1000} seconds`);
      stop.abort(error);
      reject(error);
    }, milliseconds);
  });
  try {
    return await Promise.race([work(stop.signal), over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the list contains the rest of the hash; lines with a count of 0 are padding. */
const holds = (list: string, rest: string): boolean =>
  list.split('\n').some((line) => {
    const [suffix = '', count = ''] = line.trim().split(':');
    return suffix.toUpperCase() === rest && Number(count) > 0;
  });
