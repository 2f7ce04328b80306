import type { Context } from '../../platform/context.ts';
import type { Part } from '../../platform/part.ts';
import { setupRoutes } from './routes.ts';

/** How the provider sets up the portal, and opens it to the public. */
export const part = (context: Context): Part => ({ routes: setupRoutes(context) });
