import type { ExportSizes, LenderNetwork } from './domains/applications/index.ts';
import type { PaymentGateway } from './domains/billing/index.ts';
import type { KnownApp } from './domains/identity/index.ts';
import type { EmbedFiles } from './domains/marketing/index.ts';
import type { PageRenderer } from './domains/pages/index.ts';
import type { PushCarrier, TextProvider } from './domains/messaging/index.ts';
import type { Edges } from './platform/part.ts';

/** The edges of the product: clock, files, lenders, renderer, mail. */
export interface AppDeps extends Omit<Edges, 'counter' | 'events'> {
  lenders: LenderNetwork;
  gateway: PaymentGateway;
  /** Who carries text messages; null where nobody does. */
  texts: TextProvider | null;
  /** What carries notifications to devices. */
  push: PushCarrier;
  renderer: PageRenderer;
  /** What was built for other people's websites. */
  embeds: EmbedFiles;
  /** From how many rows on exports are made by a job; the usual ones unless a test wants others. */
  exports?: Partial<ExportSizes> | undefined;
  /** Authenticator apps of demonstration accounts, whose codes the outbox shows. */
  knownApps?: readonly KnownApp[] | undefined;
}
