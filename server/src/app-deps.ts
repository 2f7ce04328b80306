import type { ExportSizes, LenderNetwork } from './domains/applications/index.ts';
import type { PaymentGateway } from './domains/billing/index.ts';
import type { KnownApp } from './domains/identity/index.ts';
import type { EmbedFiles } from './domains/marketing/index.ts';
import type { PageRenderer } from './domains/pages/index.ts';
import type { PushCarrier, TextProvider } from './domains/messaging/index.ts';
import type { Edges } from './platform/part.ts';

/** The product's ports: clock, files, lenders, renderer, e-mail. */
export interface AppDeps extends Omit<Edges, 'counter' | 'events'> {
  lenders: LenderNetwork;
  gateway: PaymentGateway;
  /** The SMS provider; null when SMS is off. */
  texts: TextProvider | null;
  /** Sends push notifications to devices. */
  push: PushCarrier;
  renderer: PageRenderer;
  /** The built embeds for other websites. */
  embeds: EmbedFiles;
  /** Row counts above which a job makes the export; the defaults unless a test overrides them. */
  exports?: Partial<ExportSizes> | undefined;
  /** Authenticator apps of demo accounts, whose codes the outbox shows. */
  knownApps?: readonly KnownApp[] | undefined;
}
