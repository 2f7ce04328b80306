import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, signedInAs, type TestApp } from '../../../../test/app.ts';
import { mailTo } from '../../../../test/mail.ts';
import { findDefaultTemplate, ensureBuiltInEmails } from './built-in.ts';
import { queueMessage } from './queue.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await app.deps.database.pool.query(text, values)).rows;
const templateOf = async (event: string) => {
  const [row] = await sql(
    'select t.* from email_templates t join email_events e on e.id = t.event_id where e.type = $1 order by t.id limit 1',
    [event],
  );
  return row;
};
/** Simulates a text from an earlier version of the product. */
const makeOld = async (event: string): Promise<void> => {
  const { id } = await templateOf(event);
  await sql("update email_templates set subject = 'Old', body = 'Old' where id = $1", [id]);
  await sql(
    "update email_template_versions set subject = 'Old', body = 'Old' where template_id = $1",
    [id],
  );
};
const start = () => ensureBuiltInEmails(app.deps.database.db, { now: app.clock.now() });

test('a restart updates outdated built-in texts and keeps staff edits', async () => {
  await makeOld('application-step');
  await makeOld('funding-received');
  const edited = await templateOf('funding-received');
  await sql('update email_template_versions set saved_by = 1 where template_id = $1', [edited.id]);
  await sql(
    "update email_templates set enabled = false where type = 1 and event_id = (select id from email_events where type = 'application-step')",
  );
  await start();
  await start();
  const { subject, body } = findDefaultTemplate('application-step') ?? {};
  expect(await templateOf('application-step')).toMatchObject({
    subject,
    body,
    enabled: false,
    version: 2,
  });
  expect(await templateOf('funding-received')).toMatchObject({
    subject: 'Old',
    body: 'Old',
    version: 1,
  });
  const { id } = await templateOf('application-step');
  const versions = await sql(
    'select version, subject from email_template_versions where template_id = $1 order by version',
    [id],
  );
  expect(versions).toEqual([
    { version: 1, subject: 'Old' },
    { version: 2, subject },
  ]);
});

test('messages to contractors name each amount and read like a sentence', async () => {
  const queue = (event: string, application: object): Promise<void> =>
    app.deps.database.db.transaction((tx) =>
      queueMessage(tx, app.deps, {
        event,
        key: `named-${event}`,
        data: {
          user: { firstname: 'Priya', lastname: 'N', email: 'amounts@example.com' },
          application: { name: 'Casey Nguyen', page: 'summit', ...application },
          link: 'http://localhost:3000/reports-applications/31',
        },
      }),
    );
  await sql(
    "update email_templates set enabled = true where event_id = (select id from email_events where type = 'application-step')",
  );
  await queue('application-step', { step: 'sent the application', requested: '$22,000' });
  await queue('offers-received', {
    step: 'received 5 offers',
    requested: '$22,000',
    offersUpTo: '$33,000',
  });
  const mails = await mailTo(app, 'amounts@example.com');
  const sent = mails.find(({ event }) => event === 'application-step');
  expect(sent?.subject).toBe('Casey Nguyen sent the application');
  expect(sent?.text).toContain('Casey Nguyen sent the application.');
  const offers = mails.find(({ event }) => event === 'offers-received');
  expect(sent?.text).toMatch(/Requested\s+\$22,000/);
  expect(offers?.text).toMatch(/Requested\s+\$22,000[\s\S]*Offers up to\s+\$33,000/);
  for (const mail of mails) {
    expect(mail.text).not.toMatch(/Amount|moved on/);
    expect(mail.text).toContain('/reports-applications/31');
  }
});

test("staff can edit messages to homeowners but can't redirect or disable them", async () => {
  const admin = await signedInAs(app, 'admin@demo.test');
  const { id, subject, version } = await templateOf('homeowner-offers');
  const { body } = findDefaultTemplate('homeowner-offers') ?? { body: '' };
  const form = {
    from: 'no-reply@lintel.example',
    subject,
    body: `${body}<p>Ours</p>`,
    description: '',
    enabled: true,
    unsubscribe: false,
  };
  const save = (more: object) =>
    admin.post(`/manage/emails/templates/${id}`, {
      ...form,
      version,
      to: '{{ to }}',
      bcc: '',
      ...more,
    });
  expect((await save({ bcc: 'spy@example.com' })).statusCode).toBe(422);
  expect((await save({ to: 'spy@example.com' })).statusCode).toBe(422);
});

test('built-in templates follow MAIL_FROM until staff choose another sender', async () => {
  const moved = await createTestApp({
    env: { MAIL_FROM: 'HomeFund <mail@homefund.example>', BRAND_NAME: 'HomeFund' },
  });
  try {
    const staff = await signedInAs(moved, 'admin@demo.test');
    const { data } = (
      await staff.get('/manage/emails/templates?filters[searchText]=mail@homefund')
    ).json();
    expect(data[0].from).toBe('mail@homefund.example');
    const { category: _category, usedFor: _event, ...form } = data[0];
    const saved = async (from: string) => {
      const answer = await staff.post(`/manage/emails/templates/${form.id}`, {
        ...form,
        from,
        version: undefined,
      });
      expect(answer.statusCode, answer.body).toBe(200);
      const { rows } = await moved.deps.database.pool.query(
        'select "from" from email_templates where id = $1',
        [form.id],
      );
      return rows[0].from;
    };
    expect(await saved('mail@homefund.example')).toBeNull();
    expect(await saved('news@homefund.example')).toBe('news@homefund.example');
  } finally {
    await moved.close();
  }
});
