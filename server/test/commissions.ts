import { sql } from 'drizzle-orm';
import type { OfferKind } from '@lintel/contract/applications/constants';
import type { Tier } from '@lintel/contract/billing/tiers';
import { offerFundings } from '../src/domains/applications/lenders/tables.ts';
import { applications, offers } from '../src/domains/applications/tables.ts';
import { payments, refunds } from '../src/domains/billing/payments/tables.ts';
import { subscriptions } from '../src/domains/billing/subscriptions/tables.ts';
import { plans } from '../src/domains/billing/plans/tables.ts';
import { commissionListeners } from '../src/domains/commissions/index.ts';
import { payoutListeners } from '../src/domains/payouts/index.ts';
import type { Context } from '../src/platform/context.ts';
import { commissions } from '../src/domains/commissions/tables.ts';
import { contractors } from '../src/domains/contractors/tables.ts';
import { coBrandedPages } from '../src/domains/pages/tables.ts';
import { TestClock } from './app.ts';
import { openTestContext } from './context.ts';
import type { OpenDatabase } from '../src/platform/db/connect.ts';
import { createTestDatabase } from './database.ts';

/** A database with only a test's data, and the context for booking commissions. */
export class Books {
  readonly database: OpenDatabase;
  readonly clock: TestClock;
  readonly context: Context;
  /** The warnings in the log. */
  readonly warnings: readonly string[];
  #next: number;

  /** Its rows have ids from `firstId` on. */
  constructor(
    {
      database,
      clock,
      context,
      warnings,
    }: Pick<Books, 'database' | 'clock' | 'context' | 'warnings'>,
    firstId = 1,
  ) {
    this.database = database;
    this.clock = clock;
    this.context = context;
    this.warnings = warnings;
    this.#next = firstId;
    context.events.listen(payoutListeners(context));
    context.events.listen(commissionListeners(context));
  }

  static async open(now: string) {
    const database = await createTestDatabase();
    const clock = new TestClock(new Date(now));
    const opened = await openTestContext(database, clock);
    const close = async (): Promise<void> => {
      await opened.close();
      await database.close();
    };
    return Object.assign(new Books({ ...opened, database, clock }), { close });
  }

  get db() {
    return this.database.db;
  }
  /** A fixed clock, for a run at another time. */
  at(now: string) {
    return { ...this.context, clock: new TestClock(new Date(now)) };
  }
  #id(): number {
    this.#next += 1;
    return this.#next;
  }

  /** A contractor with a page of the same id. */
  async contractor(
    given: {
      tier?: Tier;
      partnerId?: number;
      referralId?: number;
      concierge?: boolean;
      paymentStatus?: 'Paid' | 'Canceled';
    } = {},
  ): Promise<number> {
    const {
      tier = 'Pro',
      concierge = false,
      partnerId,
      referralId,
      paymentStatus = 'Paid',
    } = given;
    const [id, at] = [this.#id(), new Date('2024-01-01T12:00:00Z')];
    const plan = {
      id,
      name: `Plan ${id}`,
      tier,
      priceCents: 120_000,
      stripeId: '',
      associatedStripeId: '',
      installmentIntervalsCount: 12,
    };
    await this.db.insert(plans).values({ ...plan, opportunities: [], description: [] });
    await this.db.insert(contractors).values({
      id,
      companyName: `Company ${id}`,
      firstName: 'Frances',
      lastName: `Nguyen ${id}`,
      planId: id,
      paymentStatus,
      ...(partnerId !== undefined && { partnerId }),
      ...(referralId !== undefined && { referralId }),
      registeredAt: at,
    });
    const page = {
      id,
      contractorId: id,
      pageName: `page-${id}`,
      companyName: `Page ${id}`,
      ccAcceptance: 'Yes' as const,
      concierge,
    };
    await this.db.insert(coBrandedPages).values({ ...page, createdAt: at, updatedAt: at });
    return id;
  }

  /**
   * An application with one offer, funded and labeled as requested; returns the offer's id, which
   * is also the application's.
   */
  async deal(
    contractorId: number,
    given: {
      kind?: OfferKind;
      fundedAt?: string;
      /** When the lender reported the funding; by default when it happened. */
      reportedAt?: string | undefined;
      cents?: number;
      qualified?: boolean;
      receivedAt?: string;
    },
  ): Promise<number> {
    const {
      kind = 'loan',
      fundedAt,
      reportedAt,
      cents = 1_000_000,
      qualified = false,
      receivedAt = fundedAt ?? '2026-01-01T12:00:00Z',
    } = given;
    const id = this.#id();
    const received = new Date(receivedAt);
    const application = {
      id,
      contractorId,
      pageId: contractorId,
      source: 'page' as const,
      applicantName: `Customer ${id}`,
    };
    await this.db
      .insert(applications)
      .values({ ...application, reference: `r${id}`, startedAt: received });
    await this.db.insert(offers).values({
      id,
      applicationId: id,
      contractorId,
      reference: `o${id}`,
      kind,
      lenderName: 'A bank',
      amountCents: cents,
      isQualified: qualified,
      receivedAt: received,
      ...(fundedAt !== undefined && { fundedAt: new Date(fundedAt), fundedAmountCents: cents }),
    });
    if (fundedAt !== undefined)
      await this.funding(contractorId, id, {
        at: fundedAt,
        receivedAt: reportedAt,
        cents,
        number: 1,
      });
    return id;
  }

  /** A payout for a deal; `receivedAt` is when its lender reported it. */
  async funding(
    contractorId: number,
    offerId: number,
    given: { at: string; cents: number; number: number; receivedAt?: string | undefined },
  ): Promise<number> {
    const { at, cents, number, receivedAt = at } = given;
    const id = this.#id();
    await this.db.insert(offerFundings).values({
      contractorId,
      id,
      offerId,
      applicationId: offerId,
      number,
      stage: number === 1 ? '' : `stage-${number}`,
      eventId: `funded-${id}`,
      amountCents: cents,
      at: new Date(at),
      receivedAt: new Date(receivedAt),
    });
    return id;
  }

  /** A successful payment of a new subscription, announced as an event. */
  async payment(
    contractorId: number,
    given: { at: string; cents?: number; canceledAt?: string; told?: boolean },
  ): Promise<{ paymentId: number; contractorId: number; amountCents: number; at: Date }> {
    const { cents = 9900, canceledAt, told = true } = given;
    const [id, at] = [this.#id(), new Date(given.at)];
    await this.db.execute(
      sql`update subscriptions set state = 'canceled' where contractor_id = ${contractorId}`,
    );
    await this.db.insert(subscriptions).values({
      id,
      contractorId,
      planId: contractorId,
      state: canceledAt === undefined ? 'active' : 'canceled',
      priceCents: cents,
      installments: 1,
      termStart: at,
      termEnd: at,
      startedAt: at,
      ...(canceledAt !== undefined && { canceledAt: new Date(canceledAt) }),
    });
    const time = { periodStart: at, periodEnd: at, createdAt: at, paidAt: at };
    const which = {
      subscriptionId: id,
      term: 1,
      installment: 1,
      number: `N${id}`,
      descriptions: ['Subscription'],
    };
    await this.db
      .insert(payments)
      .values({ id, contractorId, ...which, amountCents: cents, state: 'Succeeded', ...time });
    const paid = { paymentId: id, contractorId, amountCents: cents, at };
    if (told) await this.db.transaction((tx) => this.context.emit(tx, 'payment.succeeded', paid));
    return paid;
  }

  /** Refunds part of a payment, and announces it. */
  async refund(
    paid: { paymentId: number; contractorId: number },
    given: { at: string; cents: number },
  ): Promise<void> {
    const { paymentId, contractorId } = paid;
    const [id, at] = [this.#id(), new Date(given.at)];
    await this.db.transaction(async (tx) => {
      await tx.insert(refunds).values({
        id,
        paymentId,
        contractorId,
        amountCents: given.cents,
        reason: 'Test',
        state: 'succeeded',
        gateway: 'sandbox',
        idempotencyKey: `refund-${id}`,
        startedAt: at,
        endedAt: at,
      });
      await tx.execute(
        sql`update payments set refunded_cents = refunded_cents + ${given.cents} where id = ${paymentId}`,
      );
      await this.context.emit(tx, 'payment.refunded', {
        refundId: id,
        paymentId,
        contractorId,
        amountCents: given.cents,
        at,
      });
    });
  }

  /** Announces a payment's state after a dispute report. */
  async dispute(
    paid: { paymentId: number; contractorId: number },
    given: { at: string; isOpen?: boolean; lostCents?: number },
  ): Promise<void> {
    const { isOpen = false, lostCents = 0 } = given;
    const { paymentId, contractorId } = paid;
    await this.db.transaction(async (tx) => {
      await tx.execute(sql`
        update payments set lost_cents = ${lostCents}, charge_id = 'pi'
        where contractor_id = ${contractorId} and id = ${paymentId}`);
      const state = isOpen ? 'open' : lostCents > 0 ? 'lost' : 'won';
      await tx.execute(sql`
        insert into disputes (contractor_id, payment_id, charge_id, gateway, dispute_id, state, is_inquiry, amount_cents, reason,
          opened_at, reported_at)
        values (${contractorId}, ${paymentId}, 'pi', 'sandbox', ${`dp_${paymentId}`}, ${state}, false, 1, 'general', now(), now())
        on conflict (contractor_id, gateway, dispute_id) do update set state = excluded.state`);
      await this.context.emit(tx, 'payment.disputed', {
        paymentId,
        contractorId,
        isOpen,
        lostCents,
        reference: `dp_${paymentId}`,
        at: new Date(given.at),
      });
    });
  }

  /** The bookings in order. */
  booked() {
    return this.db.select().from(commissions).orderBy(commissions.id);
  }

  /** Commissions without a matching ledger entry, and entries without a commission. */
  async differences(): Promise<unknown[]> {
    const { rows } = await this.db.execute(sql`
      select c.source, l.source from commissions c
      full join (select * from ledger_entries where account = 'earnings') l on l.contractor_id = c.contractor_id and l.source = 'commission:' || c.source
      where c.amount_cents is distinct from l.amount_cents or c.contractor_id is distinct from l.contractor_id`);
    return rows;
  }
}
