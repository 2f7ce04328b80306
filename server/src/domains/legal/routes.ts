import * as provider from '@lintel/contract/legal/provider';
import * as texts from '@lintel/contract/legal/texts';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Context } from '../../platform/context.ts';
import { readStored, saveFacts } from './provider.ts';
import { listTexts, listVersions, publish } from './texts.ts';

export const legalRoutes = (context: Context): Route[] => [
  handle(texts.listLegalTexts, () => listTexts(context)),
  handle(texts.listLegalVersions, ({ params, query }) => listVersions(context, params.kind, query)),
  handle(texts.publishLegalText, async ({ params, body, caller }) => ({
    message: 'Published.',
    version: await publish(context, caller, params.kind, body),
  })),
  handle(provider.readProvider, () => readStored(context)),
  handle(provider.saveProvider, async ({ body, caller }) => ({
    message: 'Success!',
    settings: await saveFacts(context, caller, body),
  })),
];
