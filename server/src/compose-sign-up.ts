import {
  shownGateway,
  signUpRoutes,
  signUpSchedules,
  type BillingDeps,
  type BillingHooks,
} from './domains/billing/index.ts';
import { queueEmail, type EmailDeps } from './domains/emails/index.ts';
import { createOwnerUnasked, isEmailUsed } from './domains/identity/index.ts';
import { makesAccountsUnasked } from './domains/settings/index.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/db/connect.ts';
import type { Keys } from './platform/crypto/keys.ts';
import type { Part } from './compose-part.ts';

type Accounts = Parameters<typeof createOwnerUnasked>[1];

/** Makes the account of a contractor that signed up, where accounts are made without staff. */
async function openUnasked(tx: Database, accounts: Accounts, contractorId: number): Promise<void> {
  if (await makesAccountsUnasked(tx)) await createOwnerUnasked(tx, accounts, contractorId);
}

/** What is done with each payment, and besides it the account of whoever has none. */
export const withAccounts = (hooks: BillingHooks, accounts: Accounts): BillingHooks => ({
  ...hooks,
  onPaid: async (tx, movement) => {
    await hooks.onPaid(tx, movement);
    await openUnasked(tx, accounts, movement.contractorId);
  },
});

interface Edges {
  billing: BillingDeps;
  accounts: Accounts;
  mail: EmailDeps;
  config: Config;
  keys: Keys;
}

/** Signing up, on what identity, settings and the mail do for it. */
export const composeSignUp = ({ billing, accounts, mail, config, keys }: Edges): Part => ({
  routes: signUpRoutes({
    ...billing,
    counter: accounts.counter,
    secret: keys.derive('sign-up'),
    accounts: {
      isEmailUsed,
      // Staff make accounts of those who have paid. Who never pays would wait for one forever.
      openFree: async (tx, contractorId) =>
        void (await createOwnerUnasked(tx, accounts, contractorId)),
    },
    announce: (tx, { contractorId, companyName: company, ...lead }) =>
      queueEmail(tx, mail, {
        event: 'lead-created',
        key: `lead-created:${contractorId}`,
        contractorId,
        data: {
          lead: { ...lead, company, state: '' },
          link: `${config.publicUrl}/manage/contractors?search=${encodeURIComponent(lead.email)}`,
        },
      }),
    mailLink: (tx, { key, ...data }) =>
      queueEmail(tx, mail, { event: 'finish-sign-up', key: `finish-sign-up:${key}`, data }),
    shownGateway: shownGateway(billing.gateway, config.STRIPE_PUBLISHABLE_KEY),
  }),
  schedules: signUpSchedules(billing),
});
