import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { createTestApp, visitor, type TestApp } from '../../../../test/app.ts';
import { linkSentTo, mailTo } from '../../../../test/mail.ts';
import {
  answerBank,
  cardNumbers,
  contractorsOf,
  halt,
  paidBy,
  planIds,
  someone,
} from '../../../../test/sign-up.ts';
import { auditLog } from '../../../platform/tables.ts';
import { ensureReferralCode } from '../../contractors/index.ts';
import { contractors } from '../../contractors/tables.ts';
import { cards } from '../cards/tables.ts';
import { paymentAttempts } from '../payments/tables.ts';
import { accessLinks } from '../../../platform/access-links/tables.ts';
import { signUps } from './tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const db = () => app.deps.database.db;
const { good, declines, asksBank } = cardNumbers;

let count = 0;
/** A lead entered by staff: no account, no plan, nothing paid. */
async function aLead(more: Partial<typeof contractors.$inferInsert> = {}) {
  count += 1;
  const name = {
    companyName: `Cedar ${count} Kitchens`,
    firstName: 'Riley',
    lastName: 'Castillo',
    email: `riley${count}@lead.test`,
  };
  const values = {
    ...name,
    phone: '5125550117',
    leadId: 900_000 + count,
    registeredAt: app.clock.now(),
    ...more,
  };
  const [row] = await db().insert(contractors).values(values).returning();
  if (row === undefined) throw new Error('No lead');
  return row;
}

const rowOf = async (id: number) =>
  (await db().select().from(contractors).where(eq(contractors.id, id)))[0];
const linkTo = (email: string) => linkSentTo(app, email, '/get-started');
const cardsOf = (contractorId: number) =>
  db().select().from(cards).where(eq(cards.contractorId, contractorId));
const linkSent = { message: expect.stringContaining('We sent a link to'), linkSent: true };

describe('a stranger who knows a lead’s e-mail', () => {
  test('must open the link sent to that e-mail, and nothing is read, changed, or charged', async () => {
    const lead = await aLead();
    const thief = someone(app, { email: lead.email });
    const answer = await thief.post(good);
    expect([answer.statusCode, answer.json()]).toEqual([200, linkSent]);
    expect(answer.body).not.toContain(lead.companyName);
    expect(await rowOf(lead.id)).toEqual(lead);
    expect(await cardsOf(lead.id)).toEqual([]);
    expect(await thief.status()).toEqual({
      state: 'waiting',
      email: lead.email,
      companyName: '',
      planName: '',
      accountMade: false,
      failureMessage: '',
    });
    expect(await thief.confirm()).toMatchObject({ state: 'waiting' });
  });

  test('can’t take it over with two calls, the second one with another e-mail', async () => {
    const lead = await aLead();
    const thief = someone(app, { email: lead.email });
    await thief.post(declines);
    const second = await thief.post(null, { email: 'thief@evil.test', planId: planIds.free });
    expect([second.statusCode, second.json()]).toEqual([
      409,
      {
        error: 'conflict',
        message: 'This sign-up was started with another e-mail. Please start over.',
        fields: { email: 'This sign-up was started with another e-mail. Please start over.' },
      },
    ]);
    expect(await rowOf(lead.id)).toEqual(lead);
    expect(await contractorsOf(app, 'thief@evil.test')).toEqual([]);
  });

  test('can’t inject text into the message', async () => {
    const lead = await aLead();
    await someone(app, {
      email: lead.email,
      firstName: 'Visit evil example',
      companyName: 'You won a prize',
    }).post(good);
    const [mail] = await mailTo(app, lead.email);
    expect(mail?.event).toBe('finish-sign-up');
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/evil|prize/);
  });

  test('triggers three messages an hour at most, and gets the same answer each time', async () => {
    const lead = await aLead();
    for (let tries = 0; tries < 6; tries += 1) {
      expect((await someone(app, { email: lead.email }).post(good)).json()).toEqual(linkSent);
      app.clock.pass(61);
    }
    expect(await mailTo(app, lead.email)).toHaveLength(3);
  });
});

describe('the owner of the e-mail', () => {
  test('opens the link in the requesting browser, sees the entered data, pays, and keeps the lead', async () => {
    const lead = await aLead();
    const asked = someone(app, {
      email: lead.email,
      referralCode: await ensureReferralCode(db(), 101),
    });
    await asked.post(good);
    const owner = someone(app, { email: lead.email, companyName: 'Cedar Valley Kitchens' });
    const opened = await owner.open(await linkTo(lead.email), asked.token);
    expect(opened.json()).toMatchObject({
      email: lead.email,
      draft: {
        email: lead.email,
        companyName: asked.details.companyName,
        planId: planIds.pro,
        referralCode: '',
      },
    });
    expect(opened.body).not.toContain('4242');
    expect(await owner.status()).toMatchObject({ state: 'open' });
    expect((await owner.post(good)).statusCode).toBe(200);
    expect(await rowOf(lead.id)).toMatchObject({
      companyName: 'Cedar Valley Kitchens',
      paymentStatus: 'Paid',
      leadId: lead.leadId,
      email: lead.email,
    });
    expect(await contractorsOf(app, lead.email)).toHaveLength(1);
    expect(await paidBy(app, lead.id)).toEqual([9900]);
    expect(await owner.status()).toMatchObject({
      state: 'done',
      companyName: 'Cedar Valley Kitchens',
      planName: 'Pro',
    });
    const entries = await db().select().from(auditLog).where(eq(auditLog.contractorId, lead.id));
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['contractor.sign-up-confirmed', 'contractor.signed-up']),
    );
  });

  test('opens a link requested by a stranger, and sees none of the stranger’s input', async () => {
    const lead = await aLead();
    const stranger = someone(app, {
      email: lead.email,
      referralCode: await ensureReferralCode(db(), 101),
    });
    await stranger.post(good);
    const owner = someone(app, { email: lead.email });
    const opened = await owner.open(await linkTo(lead.email), someone(app).token);
    expect(opened.json()).toMatchObject({ email: lead.email, draft: null });
    expect((await owner.post(good)).statusCode).toBe(200);
    expect(await rowOf(lead.id)).toMatchObject({ paymentStatus: 'Paid', referralId: null });
    expect(await paidBy(app, lead.id)).toEqual([9900]);
  });

  test('gets another link once the earlier ones are used, twenty a day at most', async () => {
    const lead = await aLead();
    let last: string | null = null;
    for (let times = 0; times < 20; times += 1) {
      expect((await someone(app, { email: lead.email }).post(good)).json()).toEqual(linkSent);
      const m = await linkTo(lead.email);
      expect(m).not.toBe(last);
      expect((await someone(app, { email: lead.email }).open(m)).statusCode).toBe(200);
      last = m;
      app.clock.pass(10);
    }
    const refused = await someone(app, { email: lead.email }).post(good);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '86200']);
    expect(await mailTo(app, lead.email)).toHaveLength(20);
  });

  test('can take the free plan by the link', async () => {
    const lead = await aLead();
    const owner = someone(app, { email: lead.email, planId: planIds.free });
    expect((await owner.post(null)).json()).toEqual(linkSent);
    const again = someone(app, { email: lead.email, planId: planIds.free });
    await again.open(await linkTo(lead.email));
    expect((await again.post(null)).statusCode).toBe(200);
    expect((await rowOf(lead.id))?.ownerId).not.toBeNull();
  });

  test('continues their own declined sign-up in another browser', async () => {
    const first = someone(app);
    await first.post(declines);
    const back = someone(app, {
      email: first.email.toUpperCase(),
      companyName: 'Vale & Daughters',
    });
    expect((await back.post(good)).json()).toEqual(linkSent);
    const other = someone(app, { email: first.email, companyName: 'Vale & Daughters' });
    await other.open(await linkTo(back.email));
    expect((await other.post(good)).statusCode).toBe(200);
    const rows = await contractorsOf(app, first.email);
    expect(rows.map(({ companyName, paymentStatus }) => [companyName, paymentStatus])).toEqual([
      ['Vale & Daughters', 'Paid'],
    ]);
    expect(await first.status()).toEqual({
      state: 'ended',
      email: first.email,
      companyName: '',
      planName: '',
      accountMade: false,
      failureMessage: '',
    });
  });

  test('drops the earlier order and its card by opening the link', async () => {
    const stranger = someone(app);
    await stranger.post(declines);
    const [made] = await contractorsOf(app, stranger.email);
    await someone(app, { email: stranger.email }).post(good);
    const owner = someone(app, { email: stranger.email });
    await owner.open(await linkTo(stranger.email));
    expect((await cardsOf(made?.id ?? 0)).map(({ replacedAt }) => replacedAt !== null)).toEqual([
      true,
    ]);
    expect((await rowOf(made?.id ?? 0))?.paymentStatus).toBe('Unpaid');
    app.clock.pass(1000);
    await app.work();
    expect(await paidBy(app, made?.id ?? 0)).toEqual([]);
    expect((await stranger.post(good)).json().message).toContain('was continued in another window');
    expect(await paidBy(app, made?.id ?? 0)).toEqual([]);
    expect((await owner.post(good)).statusCode).toBe(200);
  });

  test('can’t learn the payment’s result from another token’s return from the bank', async () => {
    const stranger = someone(app);
    const { redirectUrl } = (await stranger.post(asksBank)).json();
    await someone(app, { email: stranger.email }).post(good);
    const owner = someone(app, { email: stranger.email });
    await owner.open(await linkTo(stranger.email));
    await answerBank(app, redirectUrl, true);
    expect(await stranger.confirm()).toMatchObject({
      state: 'ended',
      companyName: '',
      accountMade: false,
    });
    // The stranger's money paid for the owner's company: the owner is informed, and pays nothing.
    expect((await owner.post(good)).statusCode).toBe(200);
    const [made] = await contractorsOf(app, stranger.email);
    expect(await paidBy(app, made?.id ?? 0)).toEqual([9900]);
    expect(await owner.status()).toMatchObject({ state: 'done' });
  });
});

describe('a link', () => {
  const asked = async () => {
    const lead = await aLead();
    await someone(app, { email: lead.email }).post(good);
    return { lead, m: await linkTo(lead.email) };
  };

  test('works once, even when opened eight times in parallel', async () => {
    const { lead, m } = await asked();
    const all = Array.from({ length: 8 }, () => someone(app, { email: lead.email }));
    const answers = await Promise.all(all.map((one) => one.open(m)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 404),
    ]);
    expect((await someone(app).open(m)).json().error).toBe('invalid_link');
  });

  test('repeats its answer to the browser that lost it', async () => {
    const { lead, m } = await asked();
    const owner = someone(app, { email: lead.email });
    const answers = [await owner.open(m), await owner.open(m)];
    expect(answers[1]?.json()).toEqual(answers[0]?.json());
    expect(answers[1]?.statusCode).toBe(200);
  });

  test('gives access only to its own e-mail’s lead', async () => {
    const [mine, other] = [await aLead(), await aLead()];
    await someone(app, { email: mine.email }).post(good);
    const thief = someone(app, { email: other.email });
    await thief.open(await linkTo(mine.email));
    expect((await thief.post(good)).statusCode).toBe(409);
    expect(await rowOf(other.id)).toEqual(other);
  });

  test('expires after a day, and is then deleted with all entered data', async () => {
    const { lead, m } = await asked();
    app.clock.pass(24 * 3600);
    expect((await someone(app, { email: lead.email }).open(m)).json().error).toBe('invalid_link');
    app.clock.pass(24 * 3600 + 1);
    const sweeps = ['billing.sweep-sign-ups', 'access-links.sweep'];
    for (const { handler } of app.composed.schedules)
      if (sweeps.includes(handler.job.id)) await handler.run({});
    const left = await db().select().from(accessLinks).where(eq(accessLinks.subject, lead.email));
    expect(left).toEqual([]);
    expect(await db().select().from(signUps).where(eq(signUps.email, lead.email))).toEqual([]);
  });

  test('that is forged, or has another purpose, opens nothing', async () => {
    expect((await someone(app).open('x'.repeat(43))).json().error).toBe('invalid_link');
    await visitor(app).post('/restore', { email: 'pro@demo.test' });
    const reset = await linkSentTo(app, 'pro@demo.test', '/np');
    const refused = await someone(app).open(reset);
    expect([400, 404, 422]).toContain(refused.statusCode);
  });

  test('can’t be opened with a used token, so an attacker can’t plant one', async () => {
    const { lead, m } = await asked();
    const planted = someone(app);
    await planted.post(declines);
    expect((await planted.open(m)).statusCode).toBe(409);
    expect((await someone(app, { email: lead.email }).open(m)).statusCode).toBe(200);
  });

  test('reports a registered e-mail once an account has it', async () => {
    const { lead, m } = await asked();
    await db()
      .update(contractors)
      .set({ paymentStatus: 'Paid' })
      .where(eq(contractors.id, lead.id));
    expect((await someone(app).open(m)).json().error).toBe('email_already_used');
  });

  test('stays valid when a newer one is sent', async () => {
    const { lead, m } = await asked();
    app.clock.pass(61);
    await someone(app, { email: lead.email }).post(good);
    expect((await mailTo(app, lead.email)).length).toBe(2);
    expect((await someone(app, { email: lead.email }).open(m)).statusCode).toBe(200);
    expect(
      (await someone(app, { email: lead.email }).open(await linkTo(lead.email))).json().error,
    ).toBe('invalid_link');
  });
});

describe('during a payment', () => {
  const halts = [
    ['createCustomer', 'before'],
    ['attachCard', 'before'],
    ['charge', 'before'],
    ['charge', 'after'],
  ] as const;
  type Victim = ReturnType<typeof someone>;
  const thefts: [string, (victim: Victim) => Promise<unknown>][] = [
    [
      'a second token with the same e-mail and a bad card',
      async (victim) => {
        const thief = someone(app, { email: victim.email, companyName: 'Taken Over Inc' });
        expect((await thief.post(declines)).json()).toEqual(linkSent);
        expect(await thief.status()).toMatchObject({ state: 'waiting', companyName: '' });
      },
    ],
    [
      'a second token that switches to its own e-mail',
      async (victim) => {
        const thief = someone(app, { email: victim.email });
        await thief.post(declines);
        expect(
          (await thief.post(null, { email: 'thief@evil.test', planId: planIds.free })).statusCode,
        ).toBe(409);
      },
    ],
    [
      'a second token with the free plan, and the status of both',
      async (victim) => {
        const thief = someone(app, { email: victim.email, planId: planIds.free });
        expect((await thief.post(null)).json()).toEqual(linkSent);
        expect(await thief.confirm()).toMatchObject({ state: 'waiting', accountMade: false });
        expect(await victim.status()).toMatchObject({ state: 'processing' });
      },
    ],
    [
      'a forged link and another token’s card under the same key',
      async (victim) => {
        const thief = someone(app, { email: victim.email });
        expect((await thief.open('y'.repeat(43))).statusCode).toBe(404);
        expect((await thief.post(declines, {}, 'the same key')).json()).toEqual(linkSent);
      },
    ],
  ];
  const interleavings = halts.flatMap(([call, where]) =>
    thefts.map(([what, theft]) => [what, where, call, theft] as const),
  );

  test.each(interleavings)(
    '%s, %s the gateway’s %s, changes nothing',
    async (_what, where, call, theft) => {
      const victim = someone(app);
      const stop = halt(app.deps.gateway, call, where);
      const paymentUnderWay = victim.post(good, {}, 'the same key');
      await stop.reached;
      await theft(victim);
      stop.release();
      expect((await paymentUnderWay).statusCode).toBe(200);
      const [made, ...more] = await contractorsOf(app, victim.email);
      expect(more).toEqual([]);
      expect(made).toMatchObject({
        companyName: victim.details.companyName,
        paymentStatus: 'Paid',
        email: victim.email,
      });
      expect(await paidBy(app, made?.id ?? 0)).toEqual([9900]);
      expect((await cardsOf(made?.id ?? 0)).map(({ last4 }) => last4)).toEqual(['4242']);
      expect(await contractorsOf(app, 'thief@evil.test')).toEqual([]);
      expect(await victim.status()).toMatchObject({ state: 'done' });
    },
  );

  test.each([
    ['attachCard', 'before'],
    ['attachCard', 'after'],
  ] as const)(
    'the owner’s link wins over a stranger at the gateway’s %s (%s)',
    async (call, where) => {
      const stranger = someone(app);
      await stranger.post(declines);
      await someone(app, { email: stranger.email }).post(good);
      const m = await linkTo(stranger.email);
      const stop = halt(app.deps.gateway, call, where);
      const trying = stranger.post(good);
      await stop.reached;
      const owner = someone(app, { email: stranger.email, companyName: 'The Owner Inc' });
      expect((await owner.open(m)).statusCode).toBe(200);
      stop.release();
      expect((await trying).statusCode).toBe(409);
      const [made] = await contractorsOf(app, stranger.email);
      expect(await paidBy(app, made?.id ?? 0)).toEqual([]);
      expect(
        (await cardsOf(made?.id ?? 0)).filter(({ replacedAt }) => replacedAt === null),
      ).toEqual([]);
      expect((await owner.post(good)).statusCode).toBe(200);
      expect(await rowOf(made?.id ?? 0)).toMatchObject({
        companyName: 'The Owner Inc',
        paymentStatus: 'Paid',
      });
      expect(await paidBy(app, made?.id ?? 0)).toEqual([9900]);
    },
  );

  test('the owner’s link opened during a stranger’s charge keeps the charge, and the owner pays nothing more', async () => {
    const stranger = someone(app);
    await stranger.post(declines);
    await someone(app, { email: stranger.email }).post(good);
    const m = await linkTo(stranger.email);
    const stop = halt(app.deps.gateway, 'charge', 'before');
    const paymentUnderWay = stranger.post(good);
    await stop.reached;
    const owner = someone(app, { email: stranger.email });
    await owner.open(m);
    expect(await owner.status()).toMatchObject({ state: 'processing' });
    const other = await owner.post(good, { planId: planIds.self });
    expect(other.json().error).toBe('in_progress');
    stop.release();
    expect((await paymentUnderWay).statusCode).toBe(200);
    expect(await stranger.status()).toMatchObject({ state: 'ended', companyName: '' });
    expect((await owner.post(good)).statusCode).toBe(200);
    expect(await owner.status()).toMatchObject({ state: 'done', planName: 'Pro' });
    const [made] = await contractorsOf(app, stranger.email);
    expect(made?.planId).toBe(planIds.pro);
    expect(await paidBy(app, made?.id ?? 0)).toEqual([9900]);
  });

  test('a change of the contractor’s e-mail by staff stops the payment, and the sign-up reveals nothing more', async () => {
    const one = someone(app);
    const stop = halt(app.deps.gateway, 'attachCard', 'after');
    const paymentUnderWay = one.post(good);
    await stop.reached;
    await db()
      .update(contractors)
      .set({ email: 'corrected@new.test' })
      .where(eq(contractors.email, one.email));
    stop.release();
    expect((await paymentUnderWay).statusCode).toBe(409);
    const [made] = await contractorsOf(app, 'corrected@new.test');
    expect(
      await db()
        .select()
        .from(paymentAttempts)
        .where(eq(paymentAttempts.contractorId, made?.id ?? 0)),
    ).toEqual([]);
    expect(await one.status()).toMatchObject({ state: 'ended', companyName: '' });
  });
});
