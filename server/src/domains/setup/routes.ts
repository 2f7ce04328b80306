import * as checklist from '@lintel/contract/setup/checklist';
import * as settings from '@lintel/contract/setup/provider-settings';
import * as checking from '@lintel/contract/setup/self-check';
import type { Context } from '../../platform/context.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import type { SetupSources } from '../../platform/setup.ts';
import { openToPublic, pauseForPublic, readChecklist, runCheck } from './checklist.ts';
import { installationId } from './own-steps.ts';
import { readGroups, saveGroup } from './provider-settings.ts';
import { checkAndStore, readReport } from './self-check/index.ts';

export const setupRoutes = (context: Context, sources: SetupSources): Route[] => [
  handle(settings.readProviderSettings, async () => ({ groups: await readGroups(context) })),
  handle(settings.saveProviderSettings, async ({ params, body, caller }) => {
    const group = await saveGroup(context, caller, { group: params.group, ...body });
    return { message: 'Saved', group };
  }),
  handle(checklist.readChecklist, () => readChecklist(context, sources)),
  handle(checklist.checkStep, async ({ params, body, caller }) => {
    await runCheck(context, caller, { step: params.step, sources, phone: body.phone });
    return { checklist: await readChecklist(context, sources) };
  }),
  handle(checklist.openToPublic, async ({ caller }) => {
    await openToPublic(context, caller, sources);
    return { message: 'You’re live', checklist: await readChecklist(context, sources) };
  }),
  handle(checklist.pauseForPublic, async ({ body, caller }) => {
    await pauseForPublic(context, caller, body.reason);
    return {
      message: 'New sign-ups and applications are paused',
      checklist: await readChecklist(context, sources),
    };
  }),
  handle(checklist.readInstallation, async () => ({ id: installationId(context) })),
  handle(checking.readSelfCheck, async () => ({ report: await readReport(context.db) })),
  handle(checking.runSelfCheck, async ({ caller }) => ({
    report: await checkAndStore(context, caller.authenticated.id),
  })),
];
