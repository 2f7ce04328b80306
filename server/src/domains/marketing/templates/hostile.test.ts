import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../../test/app.ts';
import { blackPng } from '../../../../test/pictures.ts';
import { sample } from '../../../../test/sample.ts';

let hits = 0;
/** An internal server that a template must not reach. */
const internal = createServer((_request, response) => {
  hits += 1;
  response.end('secret');
});
let address = '';
let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  await new Promise<void>((listening) => void internal.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(internal.address() as AddressInfo).port}`;
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
});
afterAll(async () => {
  internal.close();
  await app.close();
});
beforeEach(() => {
  hits = 0;
});

const bodies = async () =>
  (await app.deps.database.pool.query('select id, body from marketing_templates order by id'))
    .rows as unknown;

/**
 * Tries the HTML on every endpoint that accepts a template, or every nth, each within a few
 * seconds; nothing is stored.
 */
async function tryEverywhere(body: string, every = 1): Promise<string[]> {
  const before = await bodies();
  const messages: string[] = [];
  const doors = [
    ['/manage/flyer-templates', { title: 'x', body }],
    ['/manage/flyer-templates/1', { body }],
    ['/manage/flyer-templates/1/preview', { body }],
    [
      '/social-media-image-templates',
      { title: 'x', socialMedia: 'facebook', contentType: 'post', body },
    ],
    ['/social-media-image-template/100', { body }],
    ['/social-media-image-template/100/preview', { body }],
  ] as const;
  for (const [path, form] of sample(doors, every)) {
    const start = performance.now();
    const answer = await admin.post(path, form);
    expect(answer.statusCode, `${path}: ${answer.body.slice(0, 200)}`).toBe(422);
    expect(performance.now() - start).toBeLessThan(20_000);
    messages.push(answer.json().message);
  }
  expect(await bodies()).toEqual(before);
  return messages;
}

const everyMessage = async (body: string, pattern: RegExp, every = 1): Promise<void> => {
  for (const message of await tryEverywhere(body, every)) expect(message).toMatch(pattern);
};

test('rejects a script by name and line, even when the template assembles it', async () => {
  await everyMessage('<p>a</p>\n<script>fetch("/")</script>', /^Line 2: <script> is not allowed/);
  await everyMessage('{% assign s = "script" %}<{{ s }}>1</{{ s }}>', /<script> is not allowed/);
  await everyMessage(
    '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" onload="fetch(1)">',
    /"onload" is not allowed/,
  );
});

test('rejects a local file', async () => {
  await everyMessage('<img src="file:///etc/passwd">', /"file:\/\/\/etc\/passwd".* is not allowed/);
  await everyMessage(
    '<p style="background:url(/etc/passwd)">x</p>',
    /"\/etc\/passwd".* is not allowed/,
  );
  await everyMessage('{% include "/etc/passwd" %}', /"include" is not available/);
});

test('rejects an internal URL without requesting it', async () => {
  await everyMessage(`<img src="${address}/a.png">`, /127\.0\.0\.1.* is not allowed/);
  await everyMessage(`<style>@import "${address}/a.css";</style>`, /"@import" is not allowed/);
  await everyMessage(`<iframe src="${address}"></iframe>`, /<iframe> is not allowed/);
  await everyMessage(
    `<meta http-equiv="refresh" content="0;url=${address}">`,
    /http-equiv="refresh"> is not allowed/,
  );
  expect(hits).toBe(0);
});

test('stops an infinite loop', async () => {
  const loop = '{% for a in (1..100000) %}';
  await everyMessage(`${loop.repeat(4)}x${'{% endfor %}'.repeat(4)}`, /^Line 1: .*too long/, 3);
});

test('rejects an image that unpacks to hundreds of megabytes before unpacking it', async () => {
  const bomb = blackPng(20_000);
  expect(bomb.length).toBeLessThan(100_000);
  await everyMessage(
    `<img width="9" src="data:image/png;base64,${bomb.toString('base64')}">`,
    /400 million pixels/,
  );
});

test('treats demo data as text, never markup', async () => {
  const { paramId, paramVal } = (await admin.get('/setting?name=FlyerTemplate')).json();
  const demoData = JSON.stringify({
    company: { name: `<img src="${address}/a.png"><script>1</script>` },
    logo: `${address}/logo.png`,
  });
  await admin.post(`/setting/${paramId}`, { paramName: 'FlyerTemplate', demoData });
  const preview = (body: string) => admin.post('/manage/flyer-templates/1/preview', { body });
  const drawn = await preview('<p>{{ company.name }}</p>');
  expect(drawn.statusCode, drawn.body.slice(0, 300)).toBe(200);
  expect((await preview('<img src="{{ logo }}">')).json().message).toMatch(
    /127\.0\.0\.1.* is not allowed/,
  );
  expect(hits).toBe(0);
  const { demoData: before } = JSON.parse(paramVal);
  await admin.post(`/setting/${paramId}`, { paramName: 'FlyerTemplate', demoData: before });
});
