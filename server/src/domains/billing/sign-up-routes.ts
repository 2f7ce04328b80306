import { referralTerms } from '@lintel/contract/commissions/constants';
import * as contract from '@lintel/contract/billing/sign-up';
import { AppError } from '../../platform/errors.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { findReferrer } from '../contractors/index.ts';
import { signUp } from './sign-up.ts';
import type { SignUpDeps } from './sign-up-deps.ts';
import { openLink } from './sign-up-links.ts';
import { presentOffer, selectPublicPlans } from './sign-up-plans.ts';
import { signUpSettingRoutes } from './sign-up-settings.ts';
import { confirmSignUp, readSignUpStatus } from './sign-up-status.ts';

export interface SignUpRouteDeps extends SignUpDeps {
  /** What a browser may know of the gateway. */
  shownGateway: {
    publishableKey: string | null;
    testCards: { number: string; description: string }[];
  };
}

export const signUpRoutes = (deps: SignUpRouteDeps): Route[] => [
  handle(contract.readSignUpPlans, async () => {
    const now = deps.clock.now();
    return {
      plans: (await selectPublicPlans(deps.db)).map((plan) => presentOffer(plan, now)),
      referralDiscount: referralTerms.friendDiscount,
      gateway: deps.gateway.name,
      ...deps.shownGateway,
    };
  }),
  handle(contract.readReferralCode, async ({ params }) => {
    const referrer = await findReferrer(deps.db, params.code);
    if (referrer === null) throw new AppError('not_found');
    return { companyName: referrer.companyName };
  }),
  handle(
    contract.signUp,
    async ({
      body: { token, card, dueToday, ...details },
      request: { idempotencyKey, address },
    }) => {
      return signUp(deps, { details, card, token, dueToday, idempotencyKey, address });
    },
  ),
  handle(contract.openSignUpLink, async ({ body, request: { address } }) => {
    const { email, draft } = await openLink(deps, { ...body, address });
    return { message: 'Your e-mail is confirmed', email, draft };
  }),
  handle(contract.readSignUp, async ({ params }) => readSignUpStatus(deps, params.token)),
  handle(contract.confirmSignUp, async ({ params }) => confirmSignUp(deps, params.token)),
  ...signUpSettingRoutes(deps),
];
