import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { defaultBrand } from '@lintel/contract/brand';
import {
  easyPassword,
  enoughStrength,
  isMadeOfOwnWords,
  ownWordsOf,
  ownWordsPassword,
  strengthLimits,
} from '@lintel/contract/identity/password';
import { errorOf, invalidField } from '../../platform/errors.ts';
import { fetchFrom } from '../../platform/observe/tracing.ts';

/** Whom a password is for. */
interface Person {
  email: string;
  firstname: string;
  lastname: string;
  /** The name of the contractor's company. */
  company?: string | null;
}

const breachedPassword = 'This password has appeared in a data breach. Choose another one.';
/** Milliseconds that the service may take: it must not keep people from a new password. */
const patience = 2000;

let meter: Promise<ZxcvbnFactory> | undefined;

/** Loaded with the first new password, because the dictionaries are large. */
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

/** What a new password has to be besides the rules that can be ticked off. */
export class NewPasswords {
  readonly #rangeUrl: string | undefined;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #product: string;

  /** `rangeUrl` is a service that tells of passwords in data breaches, where there is one. */
  constructor({
    rangeUrl,
    log,
    product = defaultBrand.name,
  }: {
    rangeUrl: string | undefined;
    log: Pick<Logger, 'warn'>;
    product?: string;
  }) {
    this.#product = product;
    this.#rangeUrl = rangeUrl?.replace(/\/+$/, '');
    this.#log = log;
  }

  /** Throws a field error of `password` for one that is easy to guess or known to thieves. */
  async check(password: string, { company = null, ...person }: Person): Promise<void> {
    meter ??= loadMeter();
    const words = ownWordsOf({ ...person, company, product: this.#product });
    const { score } = (await meter).check(password, words);
    if (score < enoughStrength) throw invalidField('password', easyPassword);
    if (isMadeOfOwnWords(password, words)) throw invalidField('password', ownWordsPassword);
    if (await this.#isBreached(password)) throw invalidField('password', breachedPassword);
  }

  /**
   * Asks the service, which learns five digits of a hash that hundreds of passwords share. When it
   * does not answer, nobody is kept waiting for it.
   */
  async #isBreached(password: string): Promise<boolean> {
    if (this.#rangeUrl === undefined) return false;
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const list = await within(patience, (signal) =>
        listAt(`${this.#rangeUrl}/${hash.slice(0, 5)}`, signal),
      );
      return holds(list, hash.slice(5));
    } catch (error) {
      const reason = errorOf(error).message;
      this.#log.warn(`A new password could not be looked up in data breaches: ${reason}`);
      return false;
    }
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
 * Does `work`, which is told to stop after so many milliseconds. By then it has ended for the
 * caller in any case: whoever reads the rest of an answer does not always hear of the signal.
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

/** Whether the list has the rest of the hash; lines with a count of 0 are padding. */
const holds = (list: string, rest: string): boolean =>
  list.split('\n').some((line) => {
    const [suffix = '', count = ''] = line.trim().split(':');
    return suffix.toUpperCase() === rest && Number(count) > 0;
  });
