import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '@lintel/contract/identity/sessions';
import type { Screen } from './screens.ts';

/** What a page's `load` is given. */
export interface LoadContext {
  client: QueryClient;
  session: Session;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The document's title, without the brand. */
    title?: string;
    screen?: Screen;
  }
}
