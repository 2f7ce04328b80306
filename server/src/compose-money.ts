import type { FastifyPluginAsync } from 'fastify';
import { billingRoutes } from './domains/billing/index.ts';
import type { EmailDeps } from './domains/emails/index.ts';
import { allRoles } from './domains/identity/index.ts';
import type { AppDeps } from './compose-deps.ts';
import {
  billingDeps,
  composeBilling,
  composeBillingScreen,
  composeGateway,
} from './compose-billing.ts';
import { composeCommissions } from './compose-commissions.ts';
import { composeContractors } from './compose-contractors.ts';
import { composeDashboard } from './compose-dashboard.ts';
import type { Part } from './compose-part.ts';
import { composePayouts } from './compose-payouts.ts';
import { composeSignUp, withAccounts } from './compose-sign-up.ts';

type Accounts = Parameters<typeof withAccounts>[1];

/**
 * What contractors pay and what they are paid: plans, payments, commissions and payouts, and
 * whoever changes one of them.
 */
export function composeMoney(
  deps: AppDeps,
  mail: EmailDeps,
  accounts: Accounts,
): { parts: Part[]; bank: FastifyPluginAsync } {
  const { config, clock } = deps;
  const { db } = deps.database;
  const commissions = composeCommissions(deps);
  const paying = billingDeps(deps, mail, withAccounts(commissions.hooks, accounts));
  const billing = composeBilling(paying);
  const gateway = composeGateway(deps, paying);
  const parts = [
    { routes: composeContractors(accounts, config, billing.subscription) },
    { routes: billingRoutes({ db, clock, allRoles }) },
    billing,
    composeBillingScreen(config, paying),
    gateway,
    composeDashboard(paying),
    composeSignUp({ billing: paying, accounts, mail, config, keys: deps.keys }),
    commissions,
    composePayouts(deps, mail),
  ];
  return { parts, bank: gateway.pages };
}
