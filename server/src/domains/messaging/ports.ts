import type { PushCarrier } from './push/index.ts';
import type { TextProvider } from './text/index.ts';

declare module '../../platform/context.ts' {
  interface Context {
    /** The SMS provider; null when SMS is off. */
    texts: () => TextProvider | null;
    /** Sends push notifications to devices. */
    push: PushCarrier;
  }
}
