import { PassThrough, type Readable } from 'node:stream';
import type { Notices } from '../../../platform/db/notices.ts';
import { AppError } from '../../../platform/errors.ts';
import { networkOf } from '../../../platform/http/caller-address.ts';
import { AtOnce } from '../../../platform/limits/at-once.ts';
import { topicOf } from '../changed.ts';

/** In milliseconds: how long a stream lives, and how often it shows that it does. */
export interface FollowPace {
  life: number;
  sign: number;
}

const followPace: FollowPace = { life: 4 * 60_000, sign: 20_000 };

/** When a browser comes back after a stream has ended, in milliseconds. */
const comeBack = 2000;
/** So much may wait for a reader that does not read, in bytes. */
const patience = 16 * 1024;

const placesOf = (address: string, { id }: { id: number }) => [
  { name: 'all', max: 500 },
  { name: `network:${networkOf(address)}`, max: 12 },
  { name: `application:${id}`, max: 6 },
];

/**
 * Streams of server-sent events by which pages follow an application. They say that something has
 * changed and never what, so whoever reads along learns nothing.
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
   * `mayFollow` is asked before each event: the stream ends where it says no. Throws `busy` where too many follow at a time: the page asks now and then instead. */
  open(
    application: { id: number },
    address: string,
    mayFollow: () => Promise<boolean> = () => Promise.resolve(true),
  ): Readable {
    const leave = this.#atOnce.enter(placesOf(address, application));
    if (leave === null) throw new AppError('busy', { retryAfter: 60 });
    const stream = new PassThrough();
    const write = (text: string): void => {
      if (stream.writableLength > patience) stream.destroy();
      else if (!stream.writableEnded) stream.write(text);
    };
    this.#streams.add(stream);
    const unhear = this.#notices.hear(topicOf(application), () => {
      void mayFollow().then((may) => (may ? write('event: changed\ndata: {}\n\n') : stream.end()));
    });
    // A comment keeps proxies from closing what is silent.
    const sign = setInterval(() => write(':\n\n'), this.#pace.sign);
    // Not all of those that a start has brought together come back together.
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

  /** How many follow at this moment. */
  count(): number {
    return this.#streams.size;
  }

  /** Ends all streams; browsers come back to another process. */
  close(): void {
    for (const stream of this.#streams) stream.end();
    this.#notices.close();
  }
}
