import type { PageRenderer } from './index.ts';

declare module '../../platform/context.ts' {
  interface Context {
    renderer: PageRenderer;
  }
}
