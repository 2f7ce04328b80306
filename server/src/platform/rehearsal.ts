import { AppError } from './errors.ts';
import type { FileStore } from './files/store.ts';
import type { MailTransport } from './mail/transport.ts';

const closed = (): Promise<never> =>
  Promise.reject(new Error('Nothing leaves during a restore rehearsal'));

/**
 * Ports of a restored copy for inspection only. Jobs are paused, so these are a second safeguard.
 */
export const closedTransport: MailTransport = {
  keepsMessages: false,
  send: closed,
  close: () => {},
};

const refuse = (): Promise<never> =>
  Promise.reject(
    new AppError('unavailable', { message: 'Files can’t be changed during a restore rehearsal.' }),
  );

/** The original may use the same bucket, so a rehearsal only reads. */
export const readOnlyStore = (store: FileStore): FileStore => ({
  read: (key) => store.read(key),
  size: (key) => store.size(key),
  stream: (key, range) => store.stream(key, range),
  list: (from) => store.list(from),
  write: refuse,
  remove: refuse,
  removeUnfinished: refuse,
});
