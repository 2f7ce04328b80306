import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Books } from '../../../test/commissions.ts';
import { readBalance } from '../billing/index.ts';
import { writeSettingValue } from '../../platform/settings/store.ts';
import { bookBonuses } from './referrals.ts';
import { shareLeft } from './rates.ts';

let books: Awaited<ReturnType<typeof Books.open>>;
beforeAll(async () => {
  books = await Books.open('2026-04-01T12:00:00Z');
});
afterAll(() => books.close());
beforeEach(async () => {
  await books.db.execute(sql`delete from settings where name = 'CommissionRates'`);
});

const of = async (contractor: number) =>
  (await books.booked()).filter(({ contractorId }) => contractorId === contractor);
const amounts = async (contractor: number) =>
  (await of(contractor)).map(({ type, amountCents }) => [type, amountCents]);
const earned = (contractor: number): Promise<number> =>
  readBalance(books.db, contractor, 'earnings');

describe('a partner', () => {
  test("earns 10% of each of the friend's payments, at the payment date’s rate", async () => {
    const partner = await books.contractor({ tier: 'Concierge' });
    const friend = await books.contractor({ partnerId: partner });
    await books.payment(friend, { at: '2026-03-31T23:00:00Z', cents: 9995 });
    expect(await of(partner)).toMatchObject([
      {
        type: 'partner',
        amountCents: 1000,
        userName: `Frances Nguyen ${friend}`,
        companyName: `Company ${friend}`,
        friendId: friend,
        month: '2026-03-01',
        earnedAt: new Date('2026-03-31T23:00:00Z'),
      },
    ]);
    expect(await earned(partner)).toBe(1000);
  });

  test('gets nothing from a contractor without a partner, nor does the payer', async () => {
    const alone = await books.contractor();
    await books.payment(alone, { at: '2026-03-10T12:00:00Z' });
    expect(await of(alone)).toEqual([]);
  });

  test('earns once for a payment reported twice', async () => {
    const partner = await books.contractor();
    const friend = await books.contractor({ partnerId: partner });
    const paid = await books.payment(friend, { at: '2026-03-10T12:00:00Z' });
    await books.db.transaction((tx) => books.context.emit(tx, 'payment.succeeded', paid));
    expect(await amounts(partner)).toEqual([['partner', 990]]);
  });

  test('keeps nothing when the payment fails', async () => {
    const partner = await books.contractor();
    const friend = await books.contractor({ partnerId: partner });
    const failing = books.db.transaction(async (tx) => {
      const movement = { paymentId: 1, contractorId: friend, amountCents: 9900, at: new Date() };
      await books.context.emit(tx, 'payment.succeeded', movement);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await earned(partner)).toBe(0);
  });

  test('loses the refunded share, at the payment’s rate', async () => {
    const partner = await books.contractor();
    const friend = await books.contractor({ partnerId: partner });
    const paid = await books.payment(friend, { at: '2026-03-10T12:00:00Z', cents: 10_000 });
    const rates = { loan: 1, credit_card: 1, heloc: 15, referral: 200, partner: 50 };
    await writeSettingValue(books.db, {
      name: 'CommissionRates',
      value: [{ from: '2026-01-01', rates }],
      userId: null,
      at: new Date(),
    });
    await books.refund(paid, { at: '2026-04-02T12:00:00Z', cents: 2500 });
    expect(await of(partner)).toMatchObject([
      { amountCents: 1000, month: '2026-03-01' },
      {
        amountCents: -250,
        month: '2026-04-01',
        earnedAt: new Date('2026-04-02T12:00:00Z'),
        type: 'partner',
      },
    ]);
    const { rows } = await books.db.execute(
      sql`select kind, amount_cents::int from ledger_entries where contractor_id = ${partner} order by id`,
    );
    expect(rows).toEqual([
      { kind: 'commission', amount_cents: 1000 },
      { kind: 'clawback', amount_cents: -250 },
    ]);
  });

  test('loses the share once when a refund is reported twice', async () => {
    const partner = await books.contractor();
    const friend = await books.contractor({ partnerId: partner });
    const paid = await books.payment(friend, { at: '2026-03-10T12:00:00Z', cents: 10_000 });
    const refund = {
      ...paid,
      refundId: 7,
      amountCents: 4000,
      at: new Date('2026-03-12T12:00:00Z'),
    };
    for (const _time of [1, 2])
      await books.db.transaction((tx) => books.context.emit(tx, 'payment.refunded', refund));
    expect(await earned(partner)).toBe(600);
  });

  test('keeps exactly the share of the unrefunded rest, and nothing after a full refund', async () => {
    const [cents, parts] = [
      fc.integer({ min: 1, max: 500_000 }),
      fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { maxLength: 4 }),
    ];
    await fc.assert(
      fc.asyncProperty(cents, parts, async (amount, shares) => {
        const partner = await books.contractor();
        const friend = await books.contractor({ partnerId: partner });
        const paid = await books.payment(friend, { at: '2026-03-10T12:00:00Z', cents: amount });
        const whole = await earned(partner);
        let left = amount;
        for (const share of [...shares, 1]) {
          const part = share === 1 ? left : Math.ceil(left * share);
          if (part === 0) continue;
          await books.refund(paid, { at: '2026-03-20T12:00:00Z', cents: part });
          left -= part;
          expect(await earned(partner)).toBe(shareLeft(whole, left, amount));
        }
        expect(await earned(partner)).toBe(0);
      }),
      { numRuns: 15 },
    );
    expect(await books.differences()).toEqual([]);
  });
});

describe('a referrer', () => {
  const referred = async (given: Parameters<Books['contractor']>[0] = {}) => {
    const referrer = await books.contractor({ tier: 'Concierge' });
    const friend = await books.contractor({ ...given, referralId: referrer });
    return { referrer, friend };
  };

  test('earns $200 once the friend has paid for more than 30 days [ACC-009]', async () => {
    const { referrer, friend } = await referred();
    await books.payment(friend, { at: '2026-01-10T12:00:00Z' });
    await bookBonuses(books.at('2026-02-09T12:00:00Z'));
    expect(await of(referrer)).toEqual([]);
    await bookBonuses(books.at('2026-02-09T12:00:00.001Z'));
    expect(await of(referrer)).toMatchObject([
      {
        type: 'referral',
        amountCents: 20_000,
        companyName: `Company ${friend}`,
        month: '2026-02-01',
        earnedAt: new Date('2026-02-09T12:00:00Z'),
      },
    ]);
    expect(await earned(referrer)).toBe(20_000);
  });

  test.each([
    ['across the start of daylight saving time', '2026-02-20T17:00:00Z', '2026-03-22T16:00:00Z'],
    ['across the end of daylight saving time', '2026-10-20T16:00:00Z', '2026-11-19T17:00:00Z'],
    ['across a leap day', '2028-02-10T17:00:00Z', '2028-03-11T17:00:00Z'],
    ['across February of another year', '2027-02-10T17:00:00Z', '2027-03-12T17:00:00Z'],
    ['from the end of a month', '2026-01-31T17:00:00Z', '2026-03-02T17:00:00Z'],
    ['across the new year', '2026-12-15T17:00:00Z', '2027-01-14T17:00:00Z'],
  ])('waits 30 days of wall-clock time %s', async (_what, paidAt, earnedAt) => {
    const { referrer, friend } = await referred();
    await books.payment(friend, { at: paidAt });
    await bookBonuses(books.at(earnedAt));
    expect(await of(referrer)).toEqual([]);
    await bookBonuses(books.at(new Date(Date.parse(earnedAt) + 1).toISOString()));
    expect((await of(referrer)).map((row) => row.earnedAt.toISOString())).toEqual([
      new Date(earnedAt).toISOString(),
    ]);
  });

  test('earns for every friend without a limit [ACC-010]', async () => {
    const referrer = await books.contractor();
    for (let index = 0; index < 12; index += 1)
      await books.payment(await books.contractor({ referralId: referrer }), {
        at: '2026-01-10T12:00:00Z',
      });
    await bookBonuses(books.context);
    expect(await earned(referrer)).toBe(12 * 20_000);
  });

  test('earns for the other friends when one bonus fails, and the failure is logged', async () => {
    const referrer = await books.contractor();
    const friends = [];
    for (let index = 0; index < 3; index += 1) {
      const friend = await books.contractor({ referralId: referrer });
      await books.payment(friend, { at: '2026-01-10T12:00:00Z' });
      friends.push(friend);
    }
    await books.db.execute(
      sql.raw(`create function refuse_one() returns trigger language plpgsql as
        $$ begin if new.friend_id = ${friends[0]} then raise exception 'bad'; end if; return new; end $$`),
    );
    await books.db.execute(
      sql`create trigger refuse_one before insert on commissions for each row execute function refuse_one()`,
    );
    const told = books.warnings.length;
    await bookBonuses(books.context);
    await books.db.execute(sql`drop trigger refuse_one on commissions`);
    expect(await earned(referrer)).toBe(2 * 20_000);
    expect(books.warnings.slice(told)).toEqual([
      expect.stringContaining(`The bonus for friend ${friends[0]} was not booked: `),
    ]);
    await bookBonuses(books.context);
    expect(await earned(referrer)).toBe(3 * 20_000);
  });

  test('earns once per friend, with any number of payments and parallel runs', async () => {
    const { referrer, friend } = await referred();
    await books.payment(friend, { at: '2026-01-10T12:00:00Z' });
    await books.payment(friend, { at: '2026-02-10T12:00:00Z' });
    await Promise.all([1, 2, 3, 4].map(() => bookBonuses(books.context)));
    await bookBonuses(books.context);
    expect(await amounts(referrer)).toEqual([['referral', 20_000]]);
    expect(await books.differences()).toEqual([]);
  });

  test('earns nothing from a friend who hasn’t paid, canceled within the days, or was refunded', async () => {
    const { referrer } = await referred();
    const left = await books.contractor({ referralId: referrer, paymentStatus: 'Canceled' });
    await books.payment(left, { at: '2026-01-10T12:00:00Z', canceledAt: '2026-02-01T12:00:00Z' });
    const back = await books.contractor({ referralId: referrer });
    await books.refund(await books.payment(back, { at: '2026-01-10T12:00:00Z' }), {
      at: '2026-01-20T12:00:00Z',
      cents: 9900,
    });
    const ended = await books.contractor({ referralId: referrer, paymentStatus: 'Canceled' });
    await books.payment(ended, { at: '2026-01-10T12:00:00Z' });
    await bookBonuses(books.context);
    expect(await of(referrer)).toEqual([]);
  });

  test('earns from a friend who left later, or got a partial refund', async () => {
    const { referrer, friend } = await referred({ paymentStatus: 'Canceled' });
    await books.payment(friend, { at: '2026-01-10T12:00:00Z', canceledAt: '2026-03-01T12:00:00Z' });
    const other = await books.contractor({ referralId: referrer });
    await books.refund(await books.payment(other, { at: '2026-01-10T12:00:00Z' }), {
      at: '2026-01-20T12:00:00Z',
      cents: 5000,
    });
    await bookBonuses(books.context);
    expect(await earned(referrer)).toBe(40_000);
  });

  test('loses the bonus for a full refund within 30 days, even when it’s reported later', async () => {
    const { referrer, friend } = await referred();
    const paid = await books.payment(friend, { at: '2026-01-10T12:00:00Z' });
    await bookBonuses(books.context);
    await books.refund(paid, { at: '2026-01-15T12:00:00Z', cents: 5000 });
    expect(await earned(referrer)).toBe(20_000);
    await books.refund(paid, { at: '2026-02-08T12:00:00Z', cents: 4900 });
    expect(await amounts(referrer)).toEqual([
      ['referral', 20_000],
      ['referral', -20_000],
    ]);
    expect(await earned(referrer)).toBe(0);
    await bookBonuses(books.context);
    expect(await earned(referrer)).toBe(0);
  });

  test('keeps the bonus when the refund comes after the 30 days', async () => {
    const { referrer, friend } = await referred();
    const paid = await books.payment(friend, { at: '2026-01-10T12:00:00Z' });
    await bookBonuses(books.context);
    await books.refund(paid, { at: '2026-02-10T12:00:00Z', cents: 9900 });
    expect(await earned(referrer)).toBe(20_000);
  });

  test('earns the bonus when the friend returns and pays for long enough', async () => {
    const { referrer, friend } = await referred();
    const paid = await books.payment(friend, { at: '2026-01-10T12:00:00Z' });
    await bookBonuses(books.at('2026-02-10T12:00:00Z'));
    await books.refund(paid, { at: '2026-02-01T12:00:00Z', cents: 9900 });
    await books.payment(friend, { at: '2026-02-20T12:00:00Z' });
    await bookBonuses(books.context);
    expect(await amounts(referrer)).toEqual([
      ['referral', 20_000],
      ['referral', -20_000],
      ['referral', 20_000],
    ]);
  });

  test('a refund parallel to the bonus booking leaves nothing behind', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { referrer, friend } = await referred();
      const paid = await books.payment(friend, { at: '2026-01-10T12:00:00Z' });
      await Promise.all([
        bookBonuses(books.context),
        books.refund(paid, { at: '2026-01-20T12:00:00Z', cents: 9900 }),
      ]);
      expect(await earned(referrer)).toBe(0);
    }
  });
});

describe('a disputed payment', () => {
  const onHold = async (contractor: number) =>
    (await of(contractor)).filter((one) => one.onHold).length;

  test("holds the partner's share until the decision, and reverses it only when lost", async () => {
    const partner = await books.contractor();
    const friend = await books.contractor({ partnerId: partner });
    const paid = await books.payment(friend, { at: '2026-03-10T12:00:00Z' });
    await books.dispute(paid, { at: '2026-03-15T12:00:00Z', isOpen: true });
    await books.dispute(paid, { at: '2026-03-15T12:00:00Z', isOpen: true });
    expect([await onHold(partner), await earned(partner)]).toEqual([1, 990]);
    await books.dispute(paid, { at: '2026-03-20T12:00:00Z' });
    expect([await onHold(partner), await earned(partner)]).toEqual([0, 990]);
    await books.dispute(paid, { at: '2026-03-21T12:00:00Z', lostCents: 9900 });
    await books.dispute(paid, { at: '2026-03-22T12:00:00Z', lostCents: 9900 });
    expect(await amounts(partner)).toEqual([
      ['partner', 990],
      ['partner', -990],
    ]);
    await books.dispute(paid, { at: '2026-03-25T12:00:00Z' });
    expect(await earned(partner)).toBe(990);
    expect(await books.differences()).toEqual([]);
  });

  test('after a partial refund reverses only the rest of the share', async () => {
    const partner = await books.contractor();
    const friend = await books.contractor({ partnerId: partner });
    const paid = await books.payment(friend, { at: '2026-03-10T12:00:00Z', cents: 10_000 });
    await books.refund(paid, { at: '2026-03-11T12:00:00Z', cents: 4000 });
    await books.dispute(paid, { at: '2026-03-20T12:00:00Z', lostCents: 6000 });
    expect(await amounts(partner)).toEqual([
      ['partner', 1000],
      ['partner', -400],
      ['partner', -600],
    ]);
  });

  test('earns no bonus while the dispute is open, and none when it is lost', async () => {
    const referrer = await books.contractor();
    const friend = await books.contractor({ referralId: referrer });
    const paid = await books.payment(friend, { at: '2026-01-10T12:00:00Z' });
    await books.dispute(paid, { at: '2026-01-20T12:00:00Z', isOpen: true });
    await bookBonuses(books.context);
    expect(await earned(referrer)).toBe(0);
    await books.dispute(paid, { at: '2026-02-20T12:00:00Z', lostCents: 9900 });
    await bookBonuses(books.context);
    expect(await earned(referrer)).toBe(0);
    await books.dispute(paid, { at: '2026-03-20T12:00:00Z' });
    await bookBonuses(books.context);
    expect(await earned(referrer)).toBe(20_000);
  });

  test('reverses the bonus when lost, however late, and not twice after a refund', async () => {
    const referrer = await books.contractor();
    const friend = await books.contractor({ referralId: referrer });
    const paid = await books.payment(friend, { at: '2026-01-10T12:00:00Z' });
    await bookBonuses(books.context);
    await books.dispute(paid, { at: '2026-03-05T12:00:00Z', isOpen: true });
    expect(await onHold(referrer)).toBe(1);
    await books.dispute(paid, { at: '2026-03-20T12:00:00Z', lostCents: 9900 });
    await books.dispute(paid, { at: '2026-03-21T12:00:00Z', lostCents: 9900 });
    expect([await onHold(referrer), await earned(referrer)]).toEqual([0, 0]);
    const other = await books.contractor({ referralId: referrer });
    const refunded = await books.payment(other, { at: '2026-01-10T12:00:00Z' });
    await bookBonuses(books.at('2026-02-10T12:00:00Z'));
    await books.refund(refunded, { at: '2026-01-20T12:00:00Z', cents: 9900 });
    await books.dispute(refunded, { at: '2026-02-20T12:00:00Z' });
    expect(await earned(referrer)).toBe(0);
  });
});
