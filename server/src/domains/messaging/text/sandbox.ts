import { randomUUID } from 'node:crypto';
import type { TextProvider } from './provider.ts';

/** Nothing leaves: the texts are read at `/outbox`, and nobody can answer them. */
export const sandboxTexts: TextProvider = {
  name: 'sandbox',
  keepsTexts: true,
  send: async () => ({ id: `sandbox-${randomUUID()}`, delivery: 'delivered' }),
  find: async () => null,
  hasSigned: () => false,
  readStatus: () => null,
  readReply: () => null,
};
