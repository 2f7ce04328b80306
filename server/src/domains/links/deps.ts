import type { Context } from '../../platform/context.ts';
import type { MessagingDeps } from '../messaging/index.ts';

export interface LinkDeps extends Pick<Context, 'db' | 'clock' | 'keys' | 'config'> {
  messaging: MessagingDeps;
  publicUrl: string;
  timeZone: string;
}
