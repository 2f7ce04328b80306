import * as settings from '@lintel/contract/setup/provider-settings';
import type { Context } from '../../platform/context.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { readGroups, saveGroup } from './provider-settings.ts';

export const setupRoutes = (context: Context): Route[] => [
  handle(settings.readProviderSettings, async () => ({ groups: await readGroups(context) })),
  handle(settings.saveProviderSettings, async ({ params, body, caller }) => {
    const group = await saveGroup(context, caller, { group: params.group, ...body });
    return { message: 'Saved', group };
  }),
];
