import { randomUUID } from 'node:crypto';
import type { TextProvider } from './provider.ts';

/** Sends nothing: texts appear at `/outbox`, and can't be answered. */
export const sandboxTexts: TextProvider = {
  name: 'sandbox',
  keepsTexts: true,
  send: async () => ({ id: `sandbox-${randomUUID()}`, delivery: 'delivered' }),
  find: async () => null,
  isSignatureValid: () => false,
  readStatus: () => null,
  readReply: () => null,
};
