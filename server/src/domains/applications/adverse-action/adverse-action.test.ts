import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  AdverseActionNotice,
  NoticeDetails,
} from '@lintel/contract/applications/adverse-action';
import { createTestApp, signedInAs, visitor, type TestApp } from '../../../../test/app.ts';
import { offersOf, openLenders, type Applied } from '../../../../test/lenders.ts';
import { check, sendDue } from './index.ts';

let app: TestApp;
let lenders: Awaited<ReturnType<typeof openLenders>>;
beforeAll(async () => {
  app = await createTestApp();
  lenders = await openLenders(app);
});
afterAll(async () => {
  lenders.close();
  await app.close();
});
beforeEach(() => lenders.reset());

const hour = 3600;
const day = 24 * hour;
const base = '/manage/adverse-action-notices';
const admin = () => signedInAs(app, 'admin@demo.test');

const declined = {
  type: 'application.declined',
  reasons: [{ code: 'income-insufficient' }, { code: 'other', text: 'Too [many](x) garages' }],
  score: {
    score: 588,
    lowest: 300,
    highest: 850,
    date: '2026-02-01',
    agency: 'Acme Credit Bureau',
    factors: ['Age of accounts', 'Number of inquiries'],
  },
};
const noOffers = { type: 'offers.received', offers: [] };

const details = {
  sender: 'provider',
  address: '1 Bank Street, Columbus, OH 43215',
  agency: 'ftc',
  bureau: 'Acme Credit Bureau',
  bureauAddress: 'P.O. Box 9, Allen, TX 75013',
  bureauPhone: '8005550199',
};

/** A lender with everything that a notice states. */
async function creditor(change: object = {}, rules: object = {}) {
  const lender = await lenders.lender({
    legalName: 'Keystone Home Credit, LLC',
    phone: '5035550142',
    ...rules,
  });
  const saved = await (
    await admin()
  ).post(`/manage/lenders/${lender.id}/disclosures`, { ...details, ...change, version: 0 });
  expect(saved.statusCode).toBe(200);
  return lender;
}

const noticesOf = ({ id }: Applied) =>
  lenders.sql('select * from adverse_action_notices where application_id = $1 order by id', [id]);
const mailsTo = async ({ id }: Applied) =>
  lenders.sql(
    `select * from messages where channel = 'email' and key like 'homeowner-' || $1 || '-notice-%' order by id`,
    [id],
  );
async function pass(seconds: number): Promise<void> {
  app.clock.pass(seconds);
  await app.work();
  await sendDue(app.context);
  await app.work();
}
const list = async (query = ''): Promise<AdverseActionNotice[]> =>
  (await (await admin()).get(`${base}?${query}`)).json().data;
const detail = async (id: unknown): Promise<NoticeDetails> =>
  (await (await admin()).get(`${base}/${Number(id)}`)).json();
const linkIn = (text: string): string => /\/n\/[\w-]+/.exec(text)?.[0] ?? '';

describe('when a notice is sent', () => {
  test('a decline without other offers is sent after an hour, once, with all that the law asks for', async () => {
    const lender = await creditor();
    const applied = await lenders.apply();
    expect(await lender.event(applied.reference, declined)).toBe(200);
    await app.work();
    expect(await noticesOf(applied)).toMatchObject([{ state: 'waiting', kind: 'declined' }]);
    await pass(hour + 60);
    const [notice] = await noticesOf(applied);
    expect(notice).toMatchObject({
      state: 'sent',
      problem: '',
      email: expect.stringContaining('@'),
    });
    await pass(day);
    await pass(40 * day);
    expect(await mailsTo(applied)).toHaveLength(1);
    const { text, hash } = await detail(notice?.['id']);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    for (const words of [
      'Keystone Home Credit, LLC has denied your application for credit',
      '1 Bank Street, Columbus, OH 43215',
      'Income insufficient for amount of credit requested',
      String.raw`Too \[many\]\(x\) garages`,
      'The federal Equal Credit Opportunity Act prohibits creditors from discriminating',
      'Federal Trade Commission, Consumer Response Center, 600 Pennsylvania Avenue NW',
      'Acme Credit Bureau',
      'P.O. Box 9, Allen, TX 75013',
      'no later than 60 days after you receive this notice',
      'right to dispute',
      'Your credit score: 588',
      'from a low of 300 to a high of 850',
      'Age of accounts',
      'February 1, 2026',
    ])
      expect(text).toContain(words);
  });

  test('the e-mail names neither the lender nor reasons nor the score', async () => {
    const lender = await creditor();
    const applied = await lenders.apply();
    await lender.event(applied.reference, declined);
    await pass(2 * hour);
    const [mail] = await mailsTo(applied);
    expect(mail).toMatchObject({ event: 'homeowner-notice', status: 'sent' });
    for (const secret of ['Keystone', 'ncome', '588', 'garages', 'Acme', 'declined', 'denied'])
      expect(`${mail?.['subject']} ${mail?.['text']} ${mail?.['html']}`).not.toContain(secret);
    expect(linkIn(String(mail?.['text']))).not.toBe('');
  });

  test('an answer without offers names the right to a statement of reasons', async () => {
    const lender = await creditor({ bureau: '', bureauAddress: '', bureauPhone: '' });
    const applied = await lenders.apply();
    await lender.event(applied.reference, noOffers);
    await pass(2 * hour);
    const [notice] = await noticesOf(applied);
    expect(notice).toMatchObject({ state: 'sent', kind: 'no-offers' });
    expect(notice?.['text']).toContain('right to a statement of the specific reasons');
    expect(notice?.['text']).toContain('within 60 days');
    expect(notice?.['text']).not.toContain('consumer reporting agency');
  });

  test('while another lender’s offer is open, it waits until day 25', async () => {
    const [one, other] = [await creditor(), await lenders.lender()];
    const applied = await lenders.apply();
    await one.event(applied.reference, declined);
    await other.event(applied.reference, {
      ...offersOf('o-1'),
      offers: [{ ...offersOf('o-1').offers[0], amount: 22_000 }],
    });
    await pass(24 * day);
    expect(await noticesOf(applied)).toMatchObject([{ state: 'waiting' }]);
    await pass(2 * day);
    expect(await noticesOf(applied)).toMatchObject([{ state: 'sent' }]);
  });

  test('an accepted offer makes it unnecessary, and the end of the choice necessary again', async () => {
    const [one, other] = [await creditor(), await lenders.lender()];
    const applied = await lenders.apply();
    await one.event(applied.reference, declined);
    await other.event(applied.reference, {
      ...offersOf('o-1'),
      offers: [{ ...offersOf('o-1').offers[0], amount: 22_000 }],
    });
    const [offer] = (await applied.read()).offers;
    await visitor(app).call(
      'POST',
      `/homeowner/applications/${applied.token}/offers/${offer?.id}/choose`,
      { payload: { replaces: null } },
    );
    await pass(26 * day);
    expect(await noticesOf(applied)).toMatchObject([{ state: 'not-needed' }]);
    expect(await other.event(applied.reference, { type: 'offer.withdrawn', offer: 'o-1' })).toBe(
      200,
    );
    await pass(2 * hour);
    expect((await noticesOf(applied))[0]).toMatchObject({ state: 'sent', kind: 'declined' });
  });

  test('a counteroffer that isn’t accepted gets its notice before day 90', async () => {
    const lender = await creditor();
    const applied = await lenders.apply();
    await lender.event(applied.reference, offersOf('less'));
    await pass(60 * day);
    expect(await noticesOf(applied)).toMatchObject([{ state: 'waiting', kind: 'counter-offer' }]);
    await pass(26 * day);
    const [notice] = await noticesOf(applied);
    expect(notice).toMatchObject({ state: 'sent', kind: 'counter-offer' });
    expect(notice?.['text']).toContain('It offered you credit of $20,000');
  });

  test('a homeowner’s withdrawal sends what the lenders had decided before', async () => {
    const [one, other] = [await creditor(), await lenders.lender()];
    const applied = await lenders.apply();
    await one.event(applied.reference, declined);
    await other.event(applied.reference, offersOf('o-1'));
    await visitor(app).call('POST', `/homeowner/applications/${applied.token}/withdraw`, {});
    await pass(60);
    expect(await noticesOf(applied)).toMatchObject([
      { state: 'sent', kind: 'declined' },
      { state: 'not-needed', kind: 'counter-offer' },
    ]);
  });

  test.each([
    ['the lender’s setting', { sender: 'lender' }, declined],
    ['its event', {}, { ...declined, sendsNotice: true }],
  ])('only records it when the lender sends its own by %s', async (_, change, event) => {
    const lender = await creditor(change);
    const applied = await lenders.apply();
    await lender.event(applied.reference, event);
    await pass(40 * day);
    expect(await noticesOf(applied)).toMatchObject([{ state: 'lender', text: '' }]);
    expect(await mailsTo(applied)).toEqual([]);
  });

  test('without the lender’s details it waits, is overdue, and goes out once they are added', async () => {
    const lender = await lenders.lender({ legalName: 'Blank Bank', phone: '5035550142' });
    const applied = await lenders.apply();
    await lender.event(applied.reference, { ...declined, score: null });
    await pass(31 * day);
    expect(await noticesOf(applied)).toMatchObject([
      { state: 'waiting', problem: 'lender-details' },
    ]);
    expect(await list(`state=overdue&search=%23${applied.id}`)).toMatchObject([
      { applicationId: applied.id, isOverdue: true },
    ]);
    await (
      await admin()
    ).post(`/manage/lenders/${lender.id}/disclosures`, { ...details, version: 0 });
    await pass(2 * hour);
    expect(await noticesOf(applied)).toMatchObject([{ state: 'sent', problem: '' }]);
  });

  test('parallel checks and a repeated job send one e-mail', async () => {
    const [one, other] = [await creditor(), await creditor()];
    const applied = await lenders.apply();
    await one.event(applied.reference, declined);
    await other.event(applied.reference, noOffers);
    await app.work();
    app.clock.pass(2 * hour);
    const which = { contractorId: applied.contractorId, applicationId: applied.id };
    await Promise.all(Array.from({ length: 6 }, () => check(app.context, which)));
    await sendDue(app.context);
    await app.work();
    expect(await mailsTo(applied)).toHaveLength(1);
    expect((await noticesOf(applied)).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });
});
