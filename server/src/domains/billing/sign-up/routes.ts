import * as contract from '@lintel/contract/billing/sign-up';
import * as settingsContract from '@lintel/contract/billing/sign-up-settings';
import type { SignUpPlan } from '@lintel/contract/billing/sign-up';
import { referralTerms } from '@lintel/contract/commissions/constants';
import { lookUpCode } from '../../../platform/access-links/index.ts';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { toDollars } from '../../../platform/money.ts';
import { findReferrer } from '../../contractors/index.ts';
import { automaticAccountsSetting, createsAccountsAutomatically } from '../../contractors/index.ts';
import { writeSettingValue } from '../../../platform/settings/store.ts';
import { firstYearPrice, selectPublicPlans, type PlanRow } from '../plans/index.ts';
import { shownGateway } from '../gateway/index.ts';
import type { Context } from '../../../platform/context.ts';
import { openLink } from './links.ts';
import { signUp } from './sign-up.ts';
import { confirmSignUp, readSignUpStatus } from './status.ts';

export const signUpRoutes = (context: Context): Route[] => [
  handle(contract.readSignUpPlans, async () => {
    requireOpen(context);
    const now = context.clock.now();
    return {
      plans: (await selectPublicPlans(context.db)).map((plan) => presentOffer(plan, now)),
      referralDiscount: referralTerms.friendDiscount,
      ...shownGateway(context),
    };
  }),
  handle(contract.readReferralCode, async ({ params }) => {
    const referrer = await findReferrer(context.db, params.code);
    if (referrer === null) throw new AppError('not_found');
    return { companyName: referrer.companyName };
  }),
  handle(
    contract.signUp,
    async ({
      body: { token, card, dueToday, ...details },
      request: { idempotencyKey, address },
    }) => {
      requireOpen(context);
      return signUp(context, { details, card, token, dueToday, idempotencyKey, address });
    },
  ),
  handle(contract.openSignUpLink, async ({ body, request: { address } }) => {
    const { email, draft } = await lookUpCode(context, address, () =>
      openLink(context, { ...body, address }),
    );
    return { message: 'Your e-mail is confirmed', email, draft };
  }),
  handle(contract.readSignUp, async ({ params }) => readSignUpStatus(context, params.token)),
  handle(contract.confirmSignUp, async ({ params }) => confirmSignUp(context, params.token)),
  ...signUpSettingRoutes(context),
];

/** Throws `not_open` until the provider lets the public in. */
function requireOpen({ config }: Context): void {
  if (!config.isOpen)
    throw new AppError('not_open', {
      message: `${config.BRAND_NAME} isn’t open for new contractors yet. Please come back later.`,
    });
}

/** A plan as offered at `now`. */
const presentOffer = (plan: PlanRow, now: Date): SignUpPlan => ({
  id: plan.id,
  name: plan.name,
  tier: plan.tier,
  price: toDollars(plan.priceCents),
  description: plan.description,
  firstYear: firstYearPrice(plan, 0, now),
  referred: firstYearPrice(plan, referralTerms.friendDiscount, now),
});

const readSettings = async (db: Database): Promise<settingsContract.SignUpSettings> => ({
  staffCreateAccounts: !(await createsAccountsAutomatically(db)),
});

/** Changes who creates the accounts of contractors who pay from now on. */
const saveSettings = (
  { db, clock }: Context,
  caller: Caller,
  wanted: settingsContract.SignUpSettings,
): Promise<void> =>
  db.transaction(async (tx) => {
    const before = await readSettings(tx);
    const change = { name: automaticAccountsSetting, value: !wanted.staffCreateAccounts };
    await writeSettingValue(tx, { ...change, userId: caller.authenticated.id, at: clock.now() });
    await recordAudit(tx, clock, caller, {
      action: 'sign-up-settings.saved',
      entity: 'setting',
      entityId: automaticAccountsSetting,
      details: { before, after: wanted },
    });
  });

const signUpSettingRoutes = (context: Context): Route[] => [
  handle(settingsContract.readSignUpSettings, () => readSettings(context.db)),
  handle(settingsContract.saveSignUpSettings, async ({ body, caller }) => {
    await saveSettings(context, caller, body);
    return { message: 'Saved', settings: await readSettings(context.db) };
  }),
];
