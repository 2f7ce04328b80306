import { afterAll, beforeAll, expect, test } from 'vitest';
import { consentsOn } from '../../../../test/consents.ts';
import { createTestApp, signedInAs, visitor, type TestApp } from '../../../../test/app.ts';
import { readPdf } from '../../../../test/pdf.ts';
import { signedCall, startTwilio, type Twilio } from '../../../../test/twilio.ts';

let app: TestApp;
let twilio: Twilio;
beforeAll(async () => {
  twilio = await startTwilio(() => app.clock.now());
  app = await createTestApp({ env: twilio.env });
  // Noon in Austin.
  app.clock.pass((Date.parse('2027-01-12T18:00:00Z') - app.clock.now().getTime()) / 1000);
});
afterAll(async () => {
  await app.close();
  await twilio.close();
});

const sql = async (text: string, values: unknown[] = []) =>
  (await app.deps.database.pool.query(text, values)).rows;

let made = 0;
/** Applies as a new person with this phone and consents to automated contact. */
async function applied(page: string, phone: string) {
  made += 1;
  await sql('delete from call_counters');
  const call = (path: string, payload: object) =>
    visitor(app).call('POST', `/homeowner/${path}`, {
      payload,
      remoteAddress: `203.0.113.${made}`,
    });
  const { token } = (await call(`pages/${page}/applications`, {})).json();
  const sent = await call(`applications/${token}/submit`, {
    firstName: 'Hana',
    lastName: 'Home',
    email: `stops-${made}@example.com`,
    phone,
    city: 'Austin',
    state: 'TX',
    creditBand: 'good',
    requestedAmount: 22_000,
    project: 'Kitchen',
    consents: await consentsOn(app, page),
  });
  expect(sent.statusCode, sent.body).toBe(200);
  const [{ id }] = await sql('select id from applications order by id desc limit 1');
  const agreed = async (): Promise<{ answer: string; withdrawnAt: string | null }[]> => {
    const { body } = await visitor(app).call('POST', `/p/${page}/agreed`, {
      payload: { token },
    });
    return JSON.parse(/json">(.*)<\/script>/.exec(body)?.[1] ?? '{}').texts;
  };
  return {
    id: Number(id),
    agreed,
    contact: async () => (await agreed())[2]?.answer,
    rows: () =>
      sql(
        "select answer, host(address) address, user_agent from application_consents where application_id = $1 and kind = 'contact' order by id",
        [id],
      ),
    mayText: async () =>
      (await sql('select texts_agreed_at from applications where id = $1', [id]))[0]
        .texts_agreed_at !== null,
  };
}

const path = '/integrations/texts/replies';
const replied = (Body: string, from: string, id = `SM-${(made += 1)}`) =>
  app.app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    ...signedCall(`http://localhost:3000/api/v1${path}`, {
      MessageSid: id,
      From: from,
      To: '+15125550100',
      Body,
    }),
  });

test('STOP withdraws the consent of all applications of that number, at every contractor, and of no other number', async () => {
  const [own, other, somebodyElse] = [
    await applied('oak-and-iron', '(512) 555-0161'),
    await applied('summit-roofing', '512-555-0161'),
    await applied('oak-and-iron', '(512) 555-0162'),
  ];
  expect([await own.contact(), await own.mayText()]).toEqual(['given', true]);
  app.clock.pass(60);
  expect((await replied('Stop', '+15125550161')).statusCode).toBe(200);
  for (const one of [own, other]) {
    expect([await one.contact(), await one.mayText()]).toEqual(['withdrawn', false]);
    const [given, withdrawn] = await one.rows();
    expect([given?.answer, withdrawn]).toEqual([
      'given',
      { answer: 'withdrawn', address: null, user_agent: 'STOP, in reply to a text message' },
    ]);
    // The other consents stay.
    expect((await one.agreed()).map(({ answer }) => answer)).toEqual([
      'given',
      'given',
      'withdrawn',
    ]);
  }
  expect([await somebodyElse.contact(), await somebodyElse.mayText()]).toEqual(['given', true]);
  const admin = await signedInAs(app, 'admin@demo.test');
  const pdf = await admin.get(`/manage/consents/${own.id}/record`);
  const text = (await readPdf(pdf.rawPayload)).text.replaceAll(/\s+/g, ' ');
  expect(text).toContain('Agreed, then withdrew');
  expect(text).toContain('Withdrawn by STOP, in reply to a text message');
});

test('repeated or parallel STOPs withdraw once; START does not restore consent', async () => {
  const one = await applied('oak-and-iron', '(512) 555-0163');
  await Promise.all([1, 2, 3].map(() => replied('STOP', '+15125550163')));
  await replied('STOP', '+15125550163');
  await replied('START', '+15125550163');
  expect((await one.rows()).map(({ answer }) => answer)).toEqual(['given', 'withdrawn']);
  expect(await one.mayText()).toBe(false);
});

test('STOP withdraws a consent given after an earlier STOP, and a duplicate delivery changes nothing', async () => {
  const first = await applied('oak-and-iron', '(512) 555-0164');
  await replied('STOP', '+15125550164', 'SM-first-stop');
  const later = await applied('summit-roofing', '(512) 555-0164');
  await replied('STOP', '+15125550164', 'SM-first-stop');
  expect([await first.contact(), await later.contact()]).toEqual(['withdrawn', 'given']);
  await replied('STOP', '+15125550164');
  expect(await later.contact()).toBe('withdrawn');
});

test("a stop by staff keeps the consent; STOP from the number withdraws it, and then staff can't resume texts", async () => {
  const one = await applied('oak-and-iron', '(512) 555-0165');
  const admin = await signedInAs(app, 'admin@demo.test');
  const number = '(512) 555-0165';
  expect((await admin.post('/manage/texts/stopped/stop', { number })).statusCode).toBe(200);
  expect(await one.contact()).toBe('given');
  await replied('STOP', '+15125550165');
  expect(await one.contact()).toBe('withdrawn');
  const lifted = await admin.post('/manage/texts/stopped/resume', { number });
  expect([lifted.statusCode, lifted.json().error]).toEqual([409, 'conflict']);
});

test("a provider's report of an unsubscribed number also withdraws consent", async () => {
  // Only this application's text is in the queue.
  await app.work();
  const one = await applied('oak-and-iron', '(512) 555-0166');
  twilio.trouble({
    status: 400,
    code: 21610,
    message: 'Attempt to send to unsubscribed recipient',
  });
  for (let round = 0; round < 2; round += 1) {
    await sql("update graphile_worker._private_jobs set run_at = now() where key like 'text%'");
    await app.work();
  }
  expect([await one.contact(), await one.mayText()]).toEqual(['withdrawn', false]);
});

test('only the SMS provider can withdraw consent for others', async () => {
  const one = await applied('oak-and-iron', '(512) 555-0167');
  const forged = await app.app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    payload: new URLSearchParams({
      MessageSid: 'SM-forged',
      From: '+15125550167',
      Body: 'STOP',
    }).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': 'bm8=',
    },
  });
  expect([forged.statusCode, await one.contact()]).toEqual([401, 'given']);
});
