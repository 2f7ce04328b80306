import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '@lintel/contract/identity/sessions';
import type { Screen } from './screens.ts';

/** The arguments of a page's `load`. */
export interface LoadContext {
  client: QueryClient;
  session: Session;
  /** The parameters in the screen's path and search. */
  params: Readonly<Record<string, string>>;
  search: Readonly<Record<string, unknown>>;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The document title, without the brand. */
    title?: string;
    screen?: Screen;
  }
}
