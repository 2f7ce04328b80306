import { EventEmitter, once } from 'node:events';
import { eq } from 'drizzle-orm';
import { payments } from '../src/domains/billing/payments/tables.ts';
import { contractors } from '../src/domains/contractors/tables.ts';
import type { PaymentGateway } from '../src/domains/billing/index.ts';
import { visitor, type TestApp } from './app.ts';

export const planIds = { free: 1, self: 2, pro: 3 } as const;
export const cardNumbers = {
  good: '4242424242424242',
  refused: '4000000000000002',
  declines: '4000000000000341',
  asksBank: '4000002760003184',
};
export const cardOf = (number: string) => ({
  number,
  expiration: '12/44',
  cvc: '123',
  name: 'Nora Vale',
  address_zip: '80202',
});

let count = 0;

/** A new visitor: another address, secret, and e-mail. */
export function someone(app: TestApp, more: Record<string, unknown> = {}) {
  count += 1;
  const token = `${'t'.repeat(40)}${String(count).padStart(4, '0')}`;
  const details = {
    planId: planIds.pro,
    firstName: 'Nora',
    lastName: 'Vale',
    email: `visitor${count}@new.test`,
    phone: '3035550199',
    companyName: `Vale ${count} Roofing`,
    companyAddress: '1 Main Street, Denver, CO 80202',
    websiteUrl: 'vale.example',
    ...more,
  };
  const remoteAddress = `10.1.${Math.floor(count / 250)}.${count % 250}`;
  const post = (
    number: string | null,
    changes: Record<string, unknown> = {},
    key: string | null = null,
  ) =>
    visitor(app).call('POST', '/sign-up', {
      remoteAddress,
      payload: { ...details, token, ...(number !== null && { card: cardOf(number) }), ...changes },
      ...(key !== null && { headers: { 'idempotency-key': key } }),
    });
  const status = async () => (await visitor(app).get(`/sign-up/${token}`)).json();
  const confirm = async () => (await visitor(app).post(`/sign-up/${token}/confirm`)).json();
  const open = (m: string, askedBy?: string) =>
    visitor(app).call('POST', '/sign-up/link', { remoteAddress, payload: { m, token, askedBy } });
  return { email: details.email, token, details, post, status, confirm, open };
}

export const contractorsOf = (app: TestApp, email: string) =>
  app.deps.database.db.select().from(contractors).where(eq(contractors.email, email));

/** A contractor's payments, in cents. */
export async function paidBy(app: TestApp, contractorId: number): Promise<number[]> {
  const rows = await app.deps.database.db
    .select()
    .from(payments)
    .where(eq(payments.contractorId, contractorId));
  return rows.filter(({ state }) => state === 'Succeeded').map(({ amountCents }) => amountCents);
}

export const intentIdOf = (redirectUrl: string): string => redirectUrl.split('/').at(-1) ?? '';

/** The cardholder's action on the sandbox bank's page. */
export function answerBank(app: TestApp, redirectUrl: string, passed: boolean) {
  const gateway = app.deps.gateway as unknown as {
    authenticate(id: string, passed: boolean): Promise<unknown>;
  };
  return gateway.authenticate(intentIdOf(redirectUrl), passed);
}

type Call = 'createCustomer' | 'attachCard' | 'charge';

/**
 * Halts the gateway's next call of a kind, before the call or before its response, until `release`;
 * `reached` resolves when it is halted.
 */
export function halt(gateway: PaymentGateway, call: Call, where: 'before' | 'after') {
  const own = gateway[call].bind(gateway) as (...given: unknown[]) => Promise<unknown>;
  const reached = signal();
  const open = signal();
  const stop = (): Promise<void> => {
    Object.assign(gateway, { [call]: own });
    reached.give();
    return open.given;
  };
  Object.assign(gateway, {
    [call]: async (...given: unknown[]) => {
      if (where === 'before') await stop();
      const answer = await own(...given);
      if (where === 'after') await stop();
      return answer;
    },
  });
  return { reached: reached.given, release: open.give };
}

/** The gateway's next charge is made, but its response is lost. */
export function loseAnswer(gateway: PaymentGateway): void {
  const charge = gateway.charge.bind(gateway);
  gateway.charge = async (request) => {
    gateway.charge = charge;
    await charge(request);
    throw new Error('The gateway did not answer');
  };
}

function signal(): { given: Promise<void>; give(): void } {
  const events = new EventEmitter();
  const given = once(events, 'given').then(() => undefined);
  return { given, give: () => void events.emit('given') };
}
