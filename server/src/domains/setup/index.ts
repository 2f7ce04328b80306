import type { Context } from '../../platform/context.ts';
import type { Part } from '../../platform/part.ts';
import type { SetupSources } from '../../platform/setup.ts';
import { ownSteps } from './own-steps.ts';
import { setupRoutes } from './routes.ts';

export { selfCheck, type Subject } from './self-check/index.ts';

/**
 * How the provider sets up the portal, and opens it to the public. `sources` are the steps that
 * other domains own.
 */
export const part = (context: Context, sources: SetupSources): Part => ({
  routes: setupRoutes(context, { ...ownSteps(context), ...sources }),
});
