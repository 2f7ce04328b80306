import type { Logger } from 'pino';
import type { LenderNetwork } from './domains/applications/index.ts';
import type { PaymentGateway } from './domains/billing/index.ts';
import type { EmbedFiles } from './domains/marketing/index.ts';
import type { PageRenderer } from './domains/pages/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Keys } from './platform/crypto/keys.ts';
import type { OpenDatabase } from './platform/db/connect.ts';
import type { FileStore } from './platform/files/store.ts';
import type { Helpers } from './platform/helper/helpers.ts';
import type { MailTransport } from './platform/mail/transport.ts';
import type { Renderer } from './platform/render/port.ts';

/** What the domains stand on; the edges (clock, files, lenders, renderer, mail) are handed in. */
export interface AppDeps {
  config: Config;
  database: OpenDatabase;
  clock: Clock;
  keys: Keys;
  files: FileStore;
  lenders: LenderNetwork;
  gateway: PaymentGateway;
  renderer: PageRenderer;
  /** Pictures and documents from HTML. */
  drawing: Renderer;
  /** What reads uploads and templates, in processes of their own. */
  helpers: Helpers;
  /** What was built for other people's websites. */
  embeds: EmbedFiles;
  transport: MailTransport;
  log: Logger;
  /** Where the built parts lie. */
  appFolder: string;
}
