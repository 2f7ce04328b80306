import * as contract from '@lintel/contract/applications/homeowner';
import { receiveLenderEvent } from '@lintel/contract/applications/lenders';
import { sources } from '@lintel/contract/applications/constants';
import type { Config } from '../../platform/config.ts';
import { isSigned } from '../../platform/crypto/secrets.ts';
import { AppError } from '../../platform/errors.ts';
import { handle, type RequestFacts, type Route } from '../../platform/http/route.ts';
import { chooseOffer, withdrawApplication } from './choice.ts';
import {
  keepDraft,
  readByToken,
  startApplication,
  submitApplication,
  type IntakeDeps,
} from './intake.ts';
import { recordLenderEvent } from './lender-events.ts';
import { presentToHomeowner } from './present.ts';
import { openWayBack } from './way-back.ts';

export const applicationRoutes = (
  deps: IntakeDeps & { config: Config; linkKey: Uint8Array },
): Route[] => [
  handle(contract.startApplication, async ({ params, body, request }) => {
    const source = sources.find((one) => one === body.source) ?? 'page';
    const { address } = request;
    const token = await startApplication(deps, {
      pageName: params.pageName,
      source,
      draft: body.draft,
      address,
    });
    return view(deps, token);
  }),
  handle(contract.readApplication, ({ params }) => view(deps, params.token)),
  handle(contract.saveDraft, async ({ params, body }) => {
    await keepDraft(deps, params.token, body.draft);
    return view(deps, params.token);
  }),
  handle(contract.submitApplication, async ({ params, body, request }) => {
    const { consent: _given, consentVersion, ...form } = body;
    await submitApplication(deps, {
      token: params.token,
      form,
      consentVersion,
      address: request.address,
    });
    return view(deps, params.token);
  }),
  handle(contract.chooseOffer, async ({ params, body }) => {
    await chooseOffer(deps, { ...params, ...body });
    return view(deps, params.token);
  }),
  handle(contract.withdrawApplication, async ({ params }) => {
    await withdrawApplication(deps, params.token);
    return view(deps, params.token);
  }),
  handle(contract.openWayBack, async ({ body }) => view(deps, await openWayBack(deps, body))),
  handle(receiveLenderEvent, async ({ body, request }) => {
    requireSignature(deps, request);
    return { received: true as const, ...(await recordLenderEvent(deps, 'webhook', body)) };
  }),
];

async function view(deps: IntakeDeps, token: string) {
  const { application, offers } = await readByToken(deps, token);
  return presentToHomeowner(token, application, offers);
}

function requireSignature(
  { config, clock }: Pick<IntakeDeps, 'clock'> & { config: Config },
  request: RequestFacts,
): void {
  const secret = config.LENDER_WEBHOOK_SECRET;
  const header = request.headers['lintel-signature'];
  const signed =
    secret !== undefined &&
    typeof header === 'string' &&
    isSigned(secret, request.rawBody, header, clock.now());
  if (!signed) throw new AppError('unauthorized');
}
