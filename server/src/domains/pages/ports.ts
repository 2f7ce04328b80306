import type { Database } from '../../platform/db/connect.ts';
import type { PageFlyer, PageRenderer } from './index.ts';

declare module '../../platform/context.ts' {
  interface Context {
    renderer: PageRenderer;
    /** The flyers of a contractor's pages with their logos, by page id. */
    flyersOf(db: Database, contractorId: number): Promise<ReadonlyMap<number, PageFlyer>>;
  }
}
