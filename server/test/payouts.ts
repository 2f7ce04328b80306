import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { readBalance } from '../src/domains/billing/index.ts';
import { bookCommissions } from '../src/domains/commissions/book.ts';
import { commissions } from '../src/domains/commissions/tables.ts';
import { messages } from '../src/domains/messaging/queue/tables.ts';
import { preparePayouts } from '../src/domains/payouts/prepare.ts';
import { payoutMethods, payoutRuns, payouts } from '../src/domains/payouts/tables.ts';
import { createContext } from '../src/app.ts';
import type { Context } from '../src/platform/context.ts';
import { addMonths, dayIn, firstDayOfMonth, toMonth } from '../src/platform/days.ts';
import { createTestApp, signedInAs, type TestApp, type TestClient } from './app.ts';
import { Books } from './commissions.ts';

export const timeZone = 'America/New_York';
/** Seconds. */
export const day = 86_400;

const withKey = (key: string | undefined) =>
  key === undefined ? {} : { headers: { 'idempotency-key': key } };

/**
 * The demo contractors' payouts, reset for each test: no amounts are owed, and Oak & Iron
 * Remodeling (102) can be paid. It has bank details and a verified W-9.
 */
export class PayoutWorld {
  app!: TestApp;
  context!: Context;
  /** Staff with payout privileges: one prepares runs, and one releases them. */
  payer!: TestClient;
  releaser!: TestClient;
  /** Referred contractors who pay and get refunds. */
  books!: Books;
  #sources = 0;

  constructor() {
    beforeAll(async () => {
      this.app = await createTestApp();
      this.context = createContext(this.app.deps);
      this.books = new Books(
        { ...this.app, database: this.app.deps.database, context: this.context },
        700_000,
      );
    });
    afterAll(() => this.app.close());
    beforeEach(() => this.#settle());
  }

  get db() {
    return this.app.deps.database.db;
  }
  get now(): Date {
    return this.app.clock.now();
  }
  /** This month, or one `away` months from it. */
  month(away = 0): string {
    return toMonth(addMonths(firstDayOfMonth(toMonth(dayIn(this.now, timeZone))), away));
  }

  async #settle(): Promise<void> {
    const { db } = this;
    await db
      .update(payouts)
      .set({ state: 'canceled', canceledAt: new Date() })
      .where(inArray(payouts.state, ['held', 'due']));
    // Payouts of earlier tests must not count toward this month.
    await db.update(payouts).set({ canceledAt: new Date() }).where(isNull(payouts.canceledAt));
    await db.update(payouts).set({ changedAt: null });
    const [old] = await db.select().from(payouts).limit(1);
    await db.update(commissions).set({ payoutId: old?.id ?? 0 });
    await db
      .update(payoutRuns)
      .set({ canceledAt: new Date() })
      .where(and(isNull(payoutRuns.releasedAt), isNull(payoutRuns.canceledAt)));
    await db.delete(payoutMethods).where(sql`contractor_id <> 102`);
    await db.update(payoutMethods).set({ heldUntil: null, returnCode: '' });
    await db.execute(
      sql`delete from settings where name in ('PayoutThreshold', 'AutomaticPayouts', 'OnePersonPayouts')`,
    );
    await db.execute(
      // A time without zone: a cluster rejects updates that depend on session settings.
      sql`update commissions set earned_at = (earned_at at time zone 'UTC' - interval '9 years') at time zone 'UTC' where earned_at > now() - interval '8 years'`,
    );
    await db.delete(messages);
    // Sessions expire when the clock advances.
    await this.signIn();
  }

  async signIn(): Promise<void> {
    this.payer = await signedInAs(this.app, 'admin@demo.test');
    this.releaser = await signedInAs(this.app, 'payer@demo.test');
  }

  /** Books earnings of `daysAgo` days ago, in cents; a negative amount reverses. */
  async earn(contractorId: number, amountCents: number, daysAgo = 40): Promise<void> {
    this.#sources += 1;
    const earnedAt = new Date(this.now.getTime() - daysAgo * day * 1000);
    const source = `test:${this.#sources}`;
    await bookCommissions(this.db, this.context, [
      {
        contractorId,
        type: 'loan',
        source,
        userName: 'Casey Nguyen',
        companyName: 'Oak & Iron',
        amountCents,
        earnedAt,
      },
    ]);
  }

  prepare(month = this.month()): Promise<void> {
    return preparePayouts(this.context, month);
  }

  /** Three payouts for 102, for this month and the two before: $100, $200, and $300. */
  async threeMonths(): Promise<void> {
    for (const [index, months] of [-2, -1, 0].entries()) {
      await this.earn(102, (index + 1) * 10_000, 31 * (2 - index) + 32);
      await this.prepare(this.month(months));
    }
  }

  /** Makes Summit Roofing (101) payable too, as long as it earns little. */
  async payable101(): Promise<void> {
    const pro = await signedInAs(this.app, 'pro@demo.test');
    const details = {
      accHolderName: 'Priya Natarajan',
      bankName: 'Pier Bank',
      routingNumber: '011401533',
      accNumber: '55667788',
    };
    expect((await pro.post('/contractor/101/payout-tax', details)).statusCode).toBe(200);
    await this.db.update(payoutMethods).set({ heldUntil: null });
  }

  unsent(contractorId: number) {
    return this.db
      .select()
      .from(payouts)
      .where(and(eq(payouts.contractorId, contractorId), inArray(payouts.state, ['held', 'due'])))
      .orderBy(asc(payouts.month), asc(payouts.id));
  }

  async one(id: number) {
    return (await this.db.select().from(payouts).where(eq(payouts.id, id)))[0];
  }

  prepareRun(body: object = {}, key?: string) {
    return this.payer.post('/payout-run', body, withKey(key));
  }

  release(runId: number, by = this.releaser, key?: string) {
    return by.post(`/payout-run/${runId}/release`, {}, withKey(key));
  }

  /** A run of due payouts: prepared, and released by another person. */
  async run(body: object = {}, key?: string) {
    const prepared = await this.prepareRun(body, key);
    return prepared.statusCode === 200
      ? this.release(prepared.json().run.id, this.releaser, key)
      : prepared;
  }

  /** The id of a run with this amount for 102 that waits for release. */
  async waiting(amountCents = 41_250): Promise<number> {
    await this.earn(102, amountCents);
    await this.prepare();
    const answer = await this.prepareRun();
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().run.id;
  }

  balance(): Promise<number> {
    return readBalance(this.db, 102, 'earnings');
  }

  async runs(): Promise<number> {
    return (await this.db.select({ id: payoutRuns.id }).from(payoutRuns)).length;
  }

  /** A sent payout for 102, with its run. */
  async sent(amountCents = 41_250): Promise<{ id: number; runId: number }> {
    await this.earn(102, amountCents);
    await this.prepare();
    const [payout] = await this.unsent(102);
    const answer = await this.run();
    expect(answer.statusCode, answer.body).toBe(200);
    return { id: payout?.id ?? 0, runId: answer.json().run.id };
  }
}
