import type { EmbedFiles } from './index.ts';

declare module '../../platform/context.ts' {
  interface Context {
    /** The built embeds for other websites. */
    embeds: EmbedFiles;
  }
}
