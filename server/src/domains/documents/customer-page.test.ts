import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentView } from '@lintel/contract/documents/page';
import type { FullDocument } from '@lintel/contract/documents/views';
import { createTestApp, visitor, type TestApp } from '../../../test/app.ts';
import { content, deskOf, type Desk } from '../../../test/desk.ts';
import { mailTo } from '../../../test/mail.ts';
import { readPdf } from '../../../test/pdf.ts';

let app: TestApp;
let desk: Desk;
beforeAll(async () => {
  app = await createTestApp();
  desk = await deskOf(app);
});
afterAll(() => app.close());

const pathOf = ({ link }: FullDocument): string => new URL(link?.url ?? 'none:').pathname;
let people = 0;
/** A customer's browser with its own IP address. */
function customer(document: FullDocument, path = pathOf(document)) {
  people += 1;
  const remoteAddress = `198.51.100.${people}`;
  const headers = { 'user-agent': 'Test Browser 1.0' };
  const post = (body: Record<string, unknown>, more = '') =>
    visitor(app).call('POST', `${path}${more}`, {
      payload: new URLSearchParams(
        Object.entries(body).map(([key, value]) => [key, String(value)]),
      ).toString(),
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      remoteAddress,
    });
  return {
    look: () => visitor(app).call('GET', path, { headers, remoteAddress }),
    pdf: () => visitor(app).call('GET', `${path}/pdf`, { headers, remoteAddress }),
    post,
    accept: (change: object = {}) =>
      post({ do: 'accept', revision: 1, name: 'Casey Nguyen', agreed: 'on', ...change }),
    decline: (change: object = {}) => post({ do: 'decline', revision: 1, ...change }),
    seen: () => post({}, '/viewed'),
  };
}
const viewOf = (answer: { body: string }): Extract<DocumentView, { step: 'document' }> =>
  JSON.parse(answer.body).view;

describe('the page of a document', () => {
  test("shows the sent revision only with the link, and isn't cached", async () => {
    const sent = await desk.sent();
    const answer = await customer(sent).look();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'same-origin',
    });
    expect(viewOf(answer).document).toMatchObject({
      number: sent.number,
      revision: 1,
      kind: 'estimate',
    });
    await desk.act(sent, '', {
      version: sent.version,
      content: { ...content, notes: 'Secret draft' },
    });
    expect((await customer(sent).look()).body).not.toContain('Secret draft');
    expect((await customer(sent).pdf()).headers['content-type']).toBe('application/pdf');
  });

  test("isn't marked as viewed by programs that open links; a person is counted once", async () => {
    const sent = await desk.sent();
    const person = customer(sent);
    await person.look();
    await person.pdf();
    expect(await desk.read(sent.id)).toMatchObject({ status: 'sent', viewedAt: null });
    expect((await person.seen()).statusCode).toBe(204);
    await person.seen();
    const seen = await desk.read(sent.id);
    expect(seen.status).toBe('viewed');
    expect(seen.events.filter(({ kind }) => kind === 'viewed')).toHaveLength(1);
    // Viewing doesn't conflict with an open editor.
    expect(seen.version).toBe(sent.version);
  });

  test('rejects other codes and rate-limits guesses', async () => {
    const sent = await desk.sent();
    const path = pathOf(sent);
    const guesser = customer(sent, `${path.slice(0, -6)}AAA-2t`);
    expect((await guesser.look()).statusCode).toBe(404);
    for (const other of ['/d/x', '/d/-2t', `${path}x`, `${path.slice(0, -2)}2u`])
      expect((await customer(sent, other).look()).statusCode).toBe(404);
    for (let tries = 0; tries < 60; tries += 1) await guesser.look();
    const last = await guesser.look();
    expect(last.statusCode).toBe(429);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('ends with its link: when renewed, revoked, or expired', async () => {
    const sent = await desk.sent();
    const former = pathOf(sent);
    const renewed = await desk.act(sent, 'link', { action: 'renew' });
    expect(pathOf(renewed)).not.toBe(former);
    expect((await customer(sent, former).look()).statusCode).toBe(404);
    expect((await customer(renewed).look()).statusCode).toBe(200);
    const off = await desk.act(sent, 'link', { action: 'revoke' });
    expect(off.link).toBeNull();
    expect((await customer(renewed).accept()).statusCode).toBe(404);
    const again = await desk.send(await desk.read(sent.id));
    expect((await customer(again).look()).statusCode).toBe(200);
    await app.deps.database.pool.query(
      "update access_links set expires_at = now() - interval '1 day' where purpose = 'document' and subject = $1",
      [sent.id],
    );
    expect((await customer(again).look()).statusCode).toBe(404);
    expect((await desk.read(sent.id)).link).toBeNull();
  });
});

describe('an acceptance', () => {
  test('has a typed name, a consent, and its origin, and appears on the PDF of that revision', async () => {
    const sent = await desk.sent();
    await app.work();
    const before = (await desk.client.get(`/documents/${sent.id}/revisions/1/pdf`)).rawPayload;
    const answer = await customer(sent).accept({ name: '  Casey   Nguyen ' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, pathOf(sent)]);
    const accepted = await desk.read(sent.id);
    expect(accepted.status).toBe('accepted');
    expect(accepted.revisions[0]?.signature).toMatchObject({
      name: 'Casey Nguyen',
      userAgent: 'Test Browser 1.0',
      address: expect.stringMatching(/^198\.51\.100\./),
    });
    await app.work();
    const after = (await desk.client.get(`/documents/${sent.id}/revisions/1/pdf`)).rawPayload;
    expect((await readPdf(before)).text).not.toContain('Signed electronically');
    const { text } = await readPdf(after);
    for (const part of ['Accepted and signed', 'Signed electronically', '198.51.100.'])
      expect(text).toContain(part);
    expect(viewOf(await customer(sent).look()).document.signature?.name).toBe('Casey Nguyen');
    const told = await mailTo(app, 'pro@demo.test');
    expect(told.some(({ event }) => event === 'document-accepted')).toBe(true);
  });

  test('rejects a signature without letters with a field error', async () => {
    const sent = await desk.sent();
    for (const name of ['---', '.', '123'])
      expect(viewOf(await customer(sent).accept({ name })).errors).toEqual({ name: 'letters' });
    for (const name of ['\u200B', '\u3164', '\u2800', '\u00AD\u200E'])
      expect(viewOf(await customer(sent).accept({ name })).errors).toEqual({ name: 'required' });
    expect((await desk.read(sent.id)).status).not.toBe('accepted');
    await customer(sent).accept({ name: '王小明' });
    expect((await desk.read(sent.id)).revisions[0]?.signature?.name).toBe('王小明');
  });

  test('requires the name and the consent, and keeps the input', async () => {
    const sent = await desk.sent();
    const answer = await customer(sent).post({ do: 'accept', revision: 1, name: ' ' });
    expect(answer.statusCode).toBe(422);
    expect(viewOf(answer).errors).toEqual({ name: 'required', agreed: 'required' });
    const ticked = await customer(sent).post({ do: 'accept', revision: 1, name: 'Casey' });
    expect(viewOf(ticked)).toMatchObject({
      typed: { name: 'Casey' },
      errors: { agreed: 'required' },
    });
    expect((await desk.read(sent.id)).status).toBe('sent');
  });

  test("counts once when repeated, and a later decline doesn't undo it", async () => {
    const sent = await desk.sent();
    const person = customer(sent);
    const answers = await Promise.all([
      person.accept(),
      person.accept(),
      person.accept({ name: 'Mallory' }),
    ]);
    for (const answer of answers) expect(answer.statusCode).toBe(303);
    const accepted = await desk.read(sent.id);
    expect(accepted.events.filter(({ kind }) => kind === 'accepted')).toHaveLength(1);
    expect((await person.accept({ name: 'Mallory' })).statusCode).toBe(303);
    expect((await desk.read(sent.id)).revisions[0]?.signature?.name).toBe(
      accepted.revisions[0]?.signature?.name,
    );
    const declined = await person.decline();
    expect(declined.statusCode).toBe(409);
    expect(viewOf(declined)).toMatchObject({ notice: 'closed', document: { status: 'accepted' } });
  });

  test('of a replaced revision shows the new one and accepts nothing', async () => {
    const sent = await desk.sent();
    const changed = await desk.act(sent, '', {
      version: sent.version,
      content: { ...content, items: [{ description: 'Shingles', quantity: 3, unitPrice: 1250 }] },
    });
    await desk.send(changed);
    const answer = await customer(sent).accept({ revision: 1 });
    expect(answer.statusCode).toBe(409);
    expect(viewOf(answer)).toMatchObject({
      notice: 'revised',
      typed: { name: 'Casey Nguyen' },
      document: { revision: 2, status: 'sent' },
    });
    expect((await customer(sent).accept({ revision: 2 })).statusCode).toBe(303);
    const accepted = await desk.read(sent.id);
    expect(accepted.revisions.map(({ signature }) => signature !== null)).toEqual([true, false]);
  });

  test('racing a new revision: one wins, and the other gets a conflict', async () => {
    for (let round = 0; round < 3; round += 1) {
      const sent = await desk.sent();
      const changed = await desk.act(sent, '', {
        version: sent.version,
        content: { ...content, notes: `${round}` },
      });
      const [accepted, revised] = await Promise.all([
        customer(sent).accept(),
        desk.tryTo(changed, 'send', { version: changed.version }),
      ]);
      const now = await desk.read(sent.id);
      if (accepted.statusCode === 303) {
        expect(revised.json()).toMatchObject({ error: 'conflict' });
        expect(now).toMatchObject({ status: 'accepted', sentRevision: 1, hasUnsentChanges: true });
      } else {
        expect([accepted.statusCode, revised.statusCode]).toEqual([409, 200]);
        expect(now).toMatchObject({ status: 'sent', sentRevision: 2 });
      }
    }
  });

  test('is too late for a void or expired estimate, and never possible for an invoice', async () => {
    const ended = await desk.sent();
    await desk.act(ended, 'void', { reason: 'Wrong address' });
    const late = await customer(ended).accept();
    expect(viewOf(late)).toMatchObject({ notice: 'closed', document: { status: 'void' } });
    const old = await desk.sent({ content: { ...content, validUntil: '2199-12-31' } });
    await app.deps.database.pool.query(
      "update documents set valid_until = '2020-01-01' where id = $1",
      [old.id],
    );
    expect(viewOf(await customer(old).accept())).toMatchObject({
      notice: 'closed',
      document: { isExpired: true },
    });
    const invoice = await desk.sent({ kind: 'invoice' });
    expect((await customer(invoice).accept()).statusCode).toBe(409);
    expect((await desk.read(invoice.id)).status).toBe('sent');
  });

  test("is in time until the end of the last day in the contractor's time zone", async () => {
    const { pool } = app.deps.database;
    const zone = (name: string) =>
      pool.query('update contractors set time_zone = $1 where id = 101', [name]);
    const dayIn = (timeZone: string) => app.clock.now().toLocaleDateString('en-CA', { timeZone });
    // Guam is 20 hours ahead of Honolulu, so their dates usually differ.
    const [early, late] = ['Pacific/Guam', 'Pacific/Honolulu'];
    const sent = await desk.sent({ content: { ...content, validUntil: '2199-12-31' } });
    const last = dayIn(late);
    await pool.query('update documents set valid_until = $1 where id = $2', [last, sent.id]);
    await zone(early);
    const isOver = last < dayIn(early);
    expect(viewOf(await customer(sent).look()).document.isExpired).toBe(isOver);
    await zone(late);
    expect(viewOf(await customer(sent).look()).document.isExpired).toBe(false);
    expect((await customer(sent).accept()).statusCode).toBe(303);
    await zone('');
  });

  test('must come from the page itself', async () => {
    const sent = await desk.sent();
    const answer = await visitor(app).call('POST', pathOf(sent), {
      payload: 'do=accept&revision=1&name=Casey&agreed=on',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'cross-site',
        origin: 'https://evil.example',
      },
    });
    expect(answer.statusCode).toBe(403);
    expect((await desk.read(sent.id)).status).toBe('sent');
  });
});

test('a decline stores its reason and notifies the contractor; after another send, the estimate can be accepted', async () => {
  const sent = await desk.sent();
  expect((await customer(sent).decline({ reason: 'Too late in the year' })).statusCode).toBe(303);
  const declined = await desk.read(sent.id);
  expect(declined).toMatchObject({ status: 'declined' });
  expect(declined.revisions[0]).toMatchObject({ declineReason: 'Too late in the year' });
  expect((await customer(sent).accept()).statusCode).toBe(409);
  const again = await desk.send(declined);
  expect(again).toMatchObject({ status: 'sent', sentRevision: 1 });
  expect((await customer(again).accept()).statusCode).toBe(303);
});

test('applying for financing opens the page that the document offers', async () => {
  const { rows } = await app.deps.database.pool.query<{ id: number }>(
    "select id from co_branded_pages where page_name = 'summit-roofing'",
  );
  const sent = await desk.sent({ pageId: rows[0]?.id ?? 0 });
  expect(viewOf(await customer(sent).look()).document.pageName).toBe('summit-roofing');
  const answer = await customer(sent).post({ do: 'apply', revision: 1 });
  // The code prefills the form and links the application to the customer.
  expect(answer.headers.location).toMatch(/^\/p\/summit-roofing\?source=invoice#link=\w{12,20}$/);
  expect((await desk.read(sent.id)).status).toBe('viewed');
  const without = await desk.sent();
  expect((await customer(without).post({ do: 'apply', revision: 1 })).statusCode).toBe(404);
});
