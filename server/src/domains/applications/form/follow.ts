import { PassThrough, type Readable } from 'node:stream';
import { perContext } from '../../../platform/context.ts';
import type { Notices } from '../../../platform/db/notices.ts';
import { AppError } from '../../../platform/errors.ts';
import { toNetwork } from '../../../platform/http/caller-address.ts';
import { AtOnce } from '../../../platform/limits/at-once.ts';
import { changeTopic } from '../changed.ts';

/** Lifetime of a stream and its heartbeat interval, in milliseconds. */
export interface FollowPace {
  life: number;
  sign: number;
}

const followPace: FollowPace = { life: 4 * 60_000, sign: 20_000 };

/** Reconnect delay of browsers, in milliseconds. */
const comeBack = 2000;
/** Bytes buffered for a slow reader. */
const patience = 16 * 1024;

const followLimits = (address: string, { id }: { id: number }) => [
  { name: 'all', max: 500 },
  { name: `network:${toNetwork(address)}`, max: 12 },
  { name: `application:${id}`, max: 6 },
];

/**
 * Server-sent events for pages that follow an application. They only signal a change, so an
 * eavesdropper learns nothing.
 */
export class Followers {
  readonly #notices: Notices;
  readonly #pace: FollowPace;
  readonly #atOnce = new AtOnce();
  readonly #streams = new Set<PassThrough>();

  constructor(notices: Notices, pace: FollowPace = followPace) {
    this.#notices = notices;
    this.#pace = pace;
  }

  /**
   * Opens a stream. Calls `mayFollow` before each event and ends the stream when it returns false.
   * Throws `busy` at the limit of parallel streams; the page then polls instead.
   */
  open(
    application: { id: number },
    address: string,
    mayFollow: () => Promise<boolean> = () => Promise.resolve(true),
  ): Readable {
    const leave = this.#atOnce.enter(followLimits(address, application));
    if (leave === null) throw new AppError('busy', { retryAfter: 60 });
    const stream = new PassThrough();
    const write = (text: string): void => {
      if (stream.writableLength > patience) stream.destroy();
      else if (!stream.writableEnded) stream.write(text);
    };
    this.#streams.add(stream);
    const unhear = this.#notices.hear(changeTopic(application), () => {
      void mayFollow().then((may) => (may ? write('event: changed\ndata: {}\n\n') : stream.end()));
    });
    // A comment keeps proxies from closing an idle stream.
    const sign = setInterval(() => write(':\n\n'), this.#pace.sign);
    // Random lifetimes spread the reconnects of browsers that connected together.
    const end = setTimeout(() => stream.end(), this.#pace.life * (1 + Math.random() / 4));
    stream.once('close', () => {
      clearInterval(sign);
      clearTimeout(end);
      unhear();
      this.#streams.delete(stream);
      leave();
    });
    write(`retry: ${comeBack}\n\nevent: ready\ndata: {}\n\n`);
    return stream;
  }

  /** Number of open streams. */
  count(): number {
    return this.#streams.size;
  }

  /** Ends all streams; browsers reconnect to another process. */
  close(): void {
    for (const stream of this.#streams) stream.end();
  }
}

/** The process's streams. */
export const getFollowers = perContext(({ notices }) => new Followers(notices));
