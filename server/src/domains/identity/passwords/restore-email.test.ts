import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestApp,
  shownBy,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';
import { linkSentTo, mailTo } from '../../../../test/mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
const sql = (text: string, values: unknown[] = []) => app.deps.database.pool.query(text, values);

async function changeTo(client: TestClient, email: string): Promise<void> {
  const { id } = (await client.get('/user')).json();
  const asked = await client.post(`/user/${id}/update-email`, { id, email });
  expect(asked.statusCode).toBe(200);
  const enc = await linkSentTo(app, email, '/ne');
  const confirmed = await visitor(app).post('/confirm-change-email', { enc });
  expect(confirmed.statusCode).toBe(200);
}

async function signIn(username: string, password = 'Demo-pass1'): Promise<TestClient | number> {
  const client = visitor(app);
  const answer = await client.post('/authentication', { username, password });
  return answer.statusCode === 200 && answer.json().needs === undefined
    ? client
    : answer.statusCode;
}
async function inside(username: string, password?: string): Promise<TestClient> {
  const client = await signIn(username, password);
  if (typeof client === 'number') throw new Error(`${username} could not sign in: ${client}`);
  return client;
}
const restore = (enc: string) => visitor(app).post('/restore-email', { enc });
const setBy = (enc: string, newPassword = 'Sturdy-beam7') =>
  visitor(app).post('/update-password', { enc, newPassword });

describe('the notice to the old address', () => {
  test('contains a link that restores it with a new password and another e-mail, and signs everyone out', async () => {
    const victim = 'brand@demo.test';
    await changeTo(await signedInAs(app, victim), 'thief@mail.test');
    const [notice] = await mailTo(app, victim);
    expect(notice?.event).toBe('email-changed');
    expect(notice?.text).toContain('7 days');
    const enc = await linkSentTo(app, victim, '/restore-email');
    const thief = await inside('thief@mail.test');
    const reset = await thief.post('/user/12/update-password', { id: 12, password: 'Grubby-paw9' });
    expect(reset.statusCode).toBe(200);
    thief.provesItself = false;
    await changeTo(thief, 'thief-2@mail.test');

    app.clock.pass(6.9 * 24 * 3600);
    const last = await inside('thief-2@mail.test', 'Grubby-paw9');
    expect((await visitor(app).post('/restore-decrypt', { enc })).json()).toMatchObject({
      email: victim,
      newEmail: 'thief@mail.test',
      restore: { at: expect.any(String) },
    });
    expect((await last.get('/user')).json().email).toBe('thief-2@mail.test');
    const answer = await restore(enc);
    expect(answer.json()).toMatchObject({
      message: 'Your e-mail was restored. Choose a new password.',
    });
    expect((await last.get('/user')).statusCode).toBe(401);
    expect(await signIn(victim, 'Grubby-paw9')).toBe(401);
    expect(await signIn('thief-2@mail.test', 'Grubby-paw9')).toBe(401);
    expect((await setBy(answer.json().enc)).statusCode).toBe(200);
    const back = await inside(victim, 'Sturdy-beam7');
    expect((await back.get('/user')).json().user.email).toBe(victim);
    const { rows } = await sql('select email from contractors where id = 102');
    expect(rows).toEqual([{ email: victim }]);
    for (const address of [victim, 'thief-2@mail.test']) {
      const told = (await mailTo(app, address)).find(({ event }) => event === 'email-changed');
      expect(told?.text).toContain('restored with the link');
      expect(told?.text).not.toContain('/restore-email');
    }
    const audited = await sql(
      `select user_id, entity_id from audit_log where action = 'user.email-restored'`,
    );
    expect(audited.rows).toEqual([expect.objectContaining({ entity_id: '12' })]);
    expect((await restore(enc)).json().error).toBe('invalid_link');
  });

  test('still works after the new address resets the password', async () => {
    await changeTo(await signedInAs(app, 'free@demo.test'), 'fthief@mail.test');
    const enc = await linkSentTo(app, 'free@demo.test', '/restore-email');
    await visitor(app).post('/restore', { email: 'fthief@mail.test' });
    const reset = await linkSentTo(app, 'fthief@mail.test', '/np');
    expect((await setBy(reset, 'Grubby-claw8')).statusCode).toBe(200);
    const answer = await restore(enc);
    expect((await setBy(answer.json().enc, 'Demo-pass1')).statusCode).toBe(200);
    expect(await signIn('fthief@mail.test', 'Grubby-claw8')).toBe(401);
  });

  test('works for 7 days', async () => {
    await changeTo(await signedInAs(app, 'free@demo.test'), 'free-2@mail.test');
    const enc = await linkSentTo(app, 'free@demo.test', '/restore-email');
    app.clock.pass(7 * 24 * 3600 + 1);
    expect((await restore(enc)).json().error).toBe('invalid_link');
    expect(await signIn('free-2@mail.test')).not.toBe(401);
  });

  test('works for team users, and opening the link changes nothing', async () => {
    await changeTo(await signedInAs(app, 'team@demo.test'), 'team-thief@mail.test');
    const enc = await linkSentTo(app, 'team@demo.test', '/restore-email');
    await visitor(app).post('/restore-decrypt', { enc });
    await visitor(app).get(`/restore-email?m=${enc}`);
    await inside('team-thief@mail.test');
    expect((await restore(enc)).statusCode).toBe(200);
    expect(await signIn('team-thief@mail.test')).toBe(401);
  });

  test('restores a staff e-mail and keeps the app they had before', async () => {
    const staff = await signedInAs(app, 'support@demo.test');
    await sql(`update app_factors set created_at = now() - interval '90 days'`);
    await changeTo(staff, 'staff-thief@mail.test');
    const enc = await linkSentTo(app, 'support@demo.test', '/restore-email');
    const answer = await restore(enc);
    await setBy(answer.json().enc, 'Sturdy-beam7');
    const signedIn = await visitor(app).post('/authentication', {
      username: 'support@demo.test',
      password: 'Sturdy-beam7',
    });
    expect(signedIn.json()).toMatchObject({ needs: 'factor' });
  });
});

describe('a thief', () => {
  test.each(['before', 'after'] as const)(
    "who adds an authenticator app %s changing the e-mail can't lock the owner out",
    async (when) => {
      const [account, address] =
        when === 'before'
          ? ['concierge@demo.test', 'cthief@mail.test']
          : ['canceled@demo.test', 'kthief@mail.test'];
      let thief = await inside(account);
      const addApp = async (): Promise<void> => {
        const { id } = (await thief.get('/user')).json();
        const { secret } = (await thief.post(`/user/${id}/factors/app`)).json();
        const code = shownBy(secret, app.clock.now());
        const added = await thief.post(`/user/${id}/factors/app/confirm`, { code });
        expect(added.json().recoveryCodes).toHaveLength(10);
      };
      if (when === 'before') await addApp();
      thief.provesItself = when === 'after';
      await changeTo(thief, address);
      if (when === 'after') {
        thief = await inside(address);
        await addApp();
      }
      const answer = await restore(await linkSentTo(app, account, '/restore-email'));
      expect(answer.statusCode).toBe(200);
      await setBy(answer.json().enc);
      await inside(account, 'Sturdy-beam7');
      const { rows } = await sql(
        `select 1 from users u left join app_factors a on a.user_id = u.id
         left join recovery_codes r on r.user_id = u.id
         where u.email = $1 and (a.user_id is not null or r.user_id is not null)`,
        [account],
      );
      expect(rows).toEqual([]);
    },
  );

  test('whose own address is the old one of a later change loses to the earliest address', async () => {
    const victim = 'mailer@demo.test';
    await sql(`update app_factors set created_at = now() - interval '90 days'`);
    await changeTo(await signedInAs(app, victim), 'm1@mail.test');
    const first = await linkSentTo(app, victim, '/restore-email');
    const { rows } = await sql(`select id from users where email = 'm1@mail.test'`);
    const id = Number(rows[0]?.id);
    // The thief's next change, as `changeTo` would make it.
    await sql('delete from app_factors where user_id = $1', [id]);
    await changeTo(await inside('m1@mail.test').then(setUp), 'm2@mail.test');
    const second = await linkSentTo(app, 'm1@mail.test', '/restore-email');
    expect((await restore(second)).statusCode).toBe(200);
    expect((await visitor(app).post('/restore-decrypt', { enc: second })).statusCode).toBe(404);
    const answer = await restore(first);
    expect(answer.statusCode).toBe(200);
    const email = await sql('select email from users where id = $1', [id]);
    expect(email.rows).toEqual([{ email: victim }]);
    expect((await restore(second)).json().error).toBe('invalid_link');
  });

  test("can't give the address to another account while it can be restored", async () => {
    const pro = await signedInAs(app, 'pro@demo.test');
    await changeTo(pro, 'pro-thief@mail.test');
    const thief = await inside('pro-thief@mail.test');
    const added = await thief.post('/contractor/101/team/user', {
      firstname: 'Sue',
      lastname: 'Red',
      email: 'PRO@demo.test',
      contractorTeamAccess: { type: 'Full' },
    });
    expect(added.json().error).toBe('email_already_exist');
    const other = await inside('free-2@mail.test');
    const { id } = (await other.get('/user')).json();
    const asked = await other.post(`/user/${id}/update-email`, { id, email: 'pro@demo.test' });
    expect(asked.json().error).toBe('email_already_used');
    // Once the old address is back, the one in between restores nothing.
    await changeTo(thief, 'pro@demo.test');
    expect(
      (await mailTo(app, 'pro-thief@mail.test')).some(({ text }) =>
        text.includes('/restore-email'),
      ),
    ).toBe(false);
  });
});

/** Sets up an authenticator app, which staff must have. */
async function setUp(client: TestClient): Promise<TestClient> {
  const { id } = (await client.get('/user')).json();
  const { secret } = (await client.post(`/user/${id}/factors/app`)).json();
  const code = shownBy(secret, app.clock.now());
  await client.post(`/user/${id}/factors/app/confirm`, { code });
  client.provesItself = false;
  return client;
}
