import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '@lintel/contract/identity/sessions';
import type { Screen } from './screens.ts';

/** What a page's `load` is given. */
export interface LoadContext {
  client: QueryClient;
  session: Session;
  /** The parameters of the screen's path, and what its address says behind it. */
  params: Readonly<Record<string, string>>;
  search: Readonly<Record<string, unknown>>;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The document's title, without the brand. */
    title?: string;
    screen?: Screen;
  }
}
