import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flyerTemplate, socialTemplate } from '@lintel/contract/marketing/templates';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';
import { readPdf } from '../../../../test/pdf.ts';
import { ensureBuiltInTemplates } from './built-in.ts';

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
});
afterAll(() => app.close());

const twoSides = (front: string, back = 'back') =>
  `<!doctype html><html><body><div style="break-after:page">${front}</div><div>${back}</div></body></html>`;
const card = (inside: string) =>
  `<body style="margin:0"><div style="display:flex;width:100%;height:100%;font-family:Inter;font-size:40px">${inside}</div></body>`;

const flyers = async () => (await admin.get('/manage/flyer-templates')).json().data;
const flyer = async (id: number) => (await flyers()).find((one: { id: number }) => one.id === id);
const saveFlyer = (id: number, change: object, client = admin) =>
  client.post(`/manage/flyer-templates/${id}`, { id, ...change });
const images = async () => (await admin.get('/social-media-image-templates')).json().data;
const image = async (id: number) => (await images()).find((one: { id: number }) => one.id === id);
const saveImage = (id: number, change: object, client = admin) =>
  client.post(`/social-media-image-template/${id}`, { id, ...change });
const previewFlyer = (body?: string) =>
  admin.post('/manage/flyer-templates/1/preview', { id: 1, ...(body && { body }) });
const lastUpdated = async () =>
  JSON.parse((await admin.get('/setting?name=FlyerTemplate')).json().paramVal).lastUpdated;
const newestEntry = async () =>
  (
    await app.deps.database.pool.query(
      'select action, entity_id, details from audit_log order by id desc limit 1',
    )
  ).rows[0];

describe('flyer templates', () => {
  test('include three built-in ones, with images of both sides from the demo data [ADM-458] [ADM-209]', async () => {
    const all = await flyers();
    expect(all.length).toBeGreaterThanOrEqual(3);
    for (const one of all) expect(flyerTemplate.parse(one)).toEqual(one);
    expect(all.filter(({ inUse }: { inUse: boolean }) => inUse)).toHaveLength(1);
    const { rawPayload } = await visitor(app).get(
      all[0].previewImageBackSide.replace('/api/v1', ''),
    );
    expect((await sharp(rawPayload).metadata()).width).toBe(1224);
  });

  test('can be created [ADM-459]', async () => {
    const answer = await admin.post('/manage/flyer-templates', {
      title: 'Own',
      description: 'Mine',
      body: twoSides('{{ company.name }}'),
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().template).toMatchObject({
      title: 'Own',
      description: 'Mine',
      version: 1,
      inUse: false,
    });
  });

  test('can change their description and HTML, which records name and date [ADM-460] [ADM-208]', async () => {
    const answer = await saveFlyer(2, {
      description: 'New words',
      body: twoSides('Hello {{ company.name }}'),
    });
    expect(answer.json()).toMatchObject({
      message: 'Update successful!',
      template: { description: 'New words', version: 2 },
    });
    expect(answer.json().error).toBeUndefined();
    const { flyerTemplate: changes } = await lastUpdated();
    expect(changes['2']).toEqual({
      userName: expect.stringMatching(/\w+ \w+/),
      date: app.clock.now().toISOString(),
    });
    expect(await newestEntry()).toEqual({
      action: 'flyer-template.updated',
      entity_id: '2',
      details: { changed: ['description', 'body'], version: 2 },
    });
  });

  test('with one page have a blank back [ADM-460]', async () => {
    const answer = await saveFlyer(2, {
      description: 'One page',
      body: '<h1>Hello {{ company.name }}</h1>',
    });
    expect(answer.statusCode).toBe(200);
    const { previewImageBackSide, previewImageFrontSide } = answer.json().template;
    const sideOf = async (address: string) =>
      sharp((await visitor(app).get(address.replace('/api/v1', ''))).rawPayload);
    const [front, back] = [await sideOf(previewImageFrontSide), await sideOf(previewImageBackSide)];
    const { width, height } = await front.metadata();
    expect(await back.metadata()).toMatchObject({ width, height });
    expect((await front.stats()).channels[0]?.min).toBeLessThan(255);
    expect((await back.stats()).channels[0]?.min).toBe(255);
  });

  test('require HTML [ADM-356]', async () => {
    expect((await saveFlyer(2, { description: '', body: ' ' })).json().fields).toEqual({
      body: 'This field is required.',
    });
    expect((await saveFlyer(2, { description: '' })).json().fields).toEqual({
      body: 'This field is required.',
    });
  });

  test("that can't be parsed or rendered are rejected with the line and not stored", async () => {
    const { body: before } = await flyer(3);
    for (const [body, message] of [
      ['<p>\n{% if a %}', /^Line 2: /],
      ['<p>\n\n{{ company.name | shout }}', /^Line 3: .*shout/],
      [
        twoSides('x', 'y').replace('</body>', '<div style="break-before:page">z</div></body>'),
        /3 pages.* can have 2/,
      ],
    ] as const) {
      const answer = await saveFlyer(3, { description: '', body });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().fields.body).toMatch(message);
    }
    expect((await flyer(3)).body).toBe(before);
  });

  test('keep each version, which can be restored as a new one', async () => {
    const { body: first, description } = await flyer(3);
    await saveFlyer(3, { description: 'Other', body: twoSides('other') });
    const list = async () => (await admin.get('/manage/flyer-templates/3/versions')).json().data;
    const [second, original] = await list();
    expect(second).toMatchObject({
      version: 2,
      description: 'Other',
      current: true,
      savedBy: expect.stringMatching(/\w+ \w+/),
    });
    expect(original).toMatchObject({
      version: 1,
      body: first,
      current: false,
      savedBy: 'Built in',
    });
    const restored = await admin.post('/manage/flyer-templates/3/versions/1/restore', {});
    expect(restored.json().template).toMatchObject({ version: 3, body: first, description });
    expect(
      (await list()).map(({ version, current }: { version: number; current: boolean }) => [
        version,
        current,
      ]),
    ).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
    expect((await admin.post('/manage/flyer-templates/3/versions/9/restore', {})).statusCode).toBe(
      404,
    );
    expect((await admin.get('/manage/flyer-templates/100/versions')).statusCode).toBe(404);
  });

  test('reject a save based on a stale version', async () => {
    const { version } = await flyer(1);
    const { body } = await flyer(1);
    const answers = await Promise.all(
      ['a', 'b'].map((text) => saveFlyer(1, { description: text, body, version })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ]);
    const stale = await saveFlyer(1, { description: 'c', body, version });
    expect(stale.json()).toMatchObject({
      error: 'conflict',
      message: 'Someone else changed this template.',
    });
  });

  test('are previewed as a PDF, including unsaved HTML [ADM-462] [ADM-463]', async () => {
    const stored = await previewFlyer();
    expect(stored.headers['content-type']).toBe('application/pdf');
    expect((await readPdf(stored.rawPayload)).text).toContain('Summit Roofing LLC');
    const unsaved = await previewFlyer(twoSides('Unsaved {{ company.phone }}'));
    expect((await readPdf(unsaved.rawPayload)).pages[0]).toContain('Unsaved (303) 555-0110');
    const broken = await previewFlyer('<p>\n{{ a | nope }}');
    expect(broken.headers['content-type']).toMatch(/application\/json/);
    expect(broken.json()).toMatchObject({
      error: 'render_failed',
      message: expect.stringMatching(/^Line 2/),
    });
  });

  test('show the effect of changed demo data', async () => {
    const { paramId } = (await admin.get('/setting?name=FlyerTemplate')).json();
    const demoData =
      '{"company": {"name": "Demo & Co.", "phone": ""}, "page": {"url": "https://a.example/p/demo"}, "logo": ""}';
    await admin.post(`/setting/${paramId}`, { paramName: 'FlyerTemplate', demoData });
    const { text } = await readPdf((await previewFlyer()).rawPayload);
    expect(text).toContain('Demo & Co.');
    expect(text).toContain('a.example/p/demo');
    expect(text).not.toContain('Call us');
  });
});

describe('templates of social media images', () => {
  test('include built-in ones, with their render engine [ADM-464] [ADM-210]', async () => {
    const all = await images();
    expect(all.length).toBeGreaterThanOrEqual(21);
    for (const one of all) expect(socialTemplate.parse(one)).toEqual(one);
    expect(all[0]).toMatchObject({ engine: 'takumi', engineReason: null });
  });

  test('show an image from the demo data [ADM-465]', async () => {
    const { previewImage } = await image(100);
    expect(previewImage).toMatch(/^\/api\/v1\/social-media-image-template\/100\/file\?v=/);
    const answer = await admin.get(previewImage.replace('/api/v1', ''));
    expect(answer.headers['content-type']).toBe('image/png');
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 820, height: 312 });
  });

  test('use the fast engine when it matches the browser, else the browser with the reason [ADM-467]', async () => {
    const fast = await saveImage(101, {
      body: card('<div style="color:#1c418c">{{ company.name }}</div>'),
    });
    expect(fast.json().template).toMatchObject({
      engine: 'takumi',
      engineReason: null,
      version: 2,
    });
    const table = await saveImage(101, {
      body: '<table><tr><td>One</td><td>Two</td></tr></table>',
    });
    expect(table.json().template).toMatchObject({ engine: 'chromium', version: 3 });
    expect(table.json().template.engineReason).not.toBe('');
    const { socialMediaImageTemplates } = await lastUpdated();
    expect(socialMediaImageTemplates['101'].userName).toBe('Avery Quinn');
    expect(socialMediaImageTemplates['100'].userName).toBe('Built in');
    expect(await newestEntry()).toMatchObject({
      action: 'social-template.updated',
      details: { changed: ['body', 'engine'] },
    });
    const pro = await signedInAs(app, 'pro@demo.test');
    const drawn = await pro.get('/social-media-images/101/download?pageId=1000');
    expect(await sharp(drawn.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
  });

  test('can be created for a content of the network [ADM-468]', async () => {
    const form = {
      title: 'Own post',
      socialMedia: 'instagram',
      contentType: 'post',
      body: card('{{ company.name }}'),
    };
    const answer = await admin.post('/social-media-image-templates', form);
    expect(answer.json().template).toMatchObject({
      title: 'Own post',
      version: 1,
      socialMedia: 'instagram',
    });
    const cover = await admin.post('/social-media-image-templates', {
      ...form,
      contentType: 'cover',
    });
    expect(cover.json().fields).toEqual({ contentType: 'This network has no such content.' });
  });

  test('require HTML [ADM-357]', async () => {
    expect((await saveImage(102, { body: '' })).json().fields).toEqual({
      body: 'This field is required.',
    });
  });

  test('are previewed as a PNG from unsaved HTML [ADM-466]', async () => {
    const preview = (body: string) =>
      admin.post('/social-media-image-template/103/preview', { id: 103, body });
    const answer = await preview('<body style="margin:0;background:#ff0000"></body>');
    expect(answer.headers['content-type']).toBe('image/png');
    const { data } = await sharp(answer.rawPayload)
      .resize(1, 1)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data].slice(0, 3)).toEqual([255, 0, 0]);
    expect((await preview('{% endfor %}')).json()).toMatchObject({
      error: 'render_failed',
      fields: { body: expect.stringMatching(/^Line 1/) },
    });
  });

  test('keep each version and reject a save based on a stale one', async () => {
    const { body, version } = await image(104);
    expect((await saveImage(104, { body: card('new'), version })).statusCode).toBe(200);
    expect((await saveImage(104, { body: card('newer'), version })).statusCode).toBe(409);
    const restored = await admin.post(
      `/social-media-image-template/104/versions/${version}/restore`,
      {},
    );
    expect(restored.json().template).toMatchObject({
      body,
      version: version + 2,
      engine: 'takumi',
    });
    expect((await admin.get('/social-media-image-template/104/versions')).json().data).toHaveLength(
      3,
    );
  });
});

describe('access to templates', () => {
  const grant = async (...codes: [string, string][]): Promise<TestClient> => {
    const { pool } = app.deps.database;
    await pool.query('delete from role_privileges where role_id = 2');
    for (const pair of codes)
      await pool.query(
        'insert into role_privileges (role_id, resource, code) values (2, $1, $2)',
        pair,
      );
    return signedInAs(app, 'support@demo.test');
  };
  const statuses = async (client: TestClient) => ({
    flyers: (await client.get('/manage/flyer-templates')).statusCode,
    saveFlyer: (await saveFlyer(2, { description: '', body: twoSides('x') }, client)).statusCode,
    images: (await client.get('/social-media-image-templates')).statusCode,
    saveImage: (await saveImage(105, { body: card('x') }, client)).statusCode,
  });

  test('is denied to contractors, and to staff without the settings privilege', async () => {
    const closed = { flyers: 403, saveFlyer: 403, images: 403, saveImage: 403 };
    expect(await statuses(await signedInAs(app, 'pro@demo.test'))).toEqual(closed);
    expect(await statuses(await grant(['manage-contractors', 'access']))).toEqual(closed);
  });

  test('requires manage-settings access to read flyers, and modify to change them [ADM-156]', async () => {
    expect(await statuses(await grant(['manage-settings', 'access']))).toMatchObject({
      flyers: 200,
      saveFlyer: 403,
      images: 403,
    });
    const both = await grant(['manage-settings', 'access'], ['manage-settings', 'modify']);
    expect(await statuses(both)).toMatchObject({ flyers: 200, saveFlyer: 200, images: 403 });
  });

  test('also requires marketing-materials manage_access for images, and manage_modify to change them [ADM-157] [ADM-388]', async () => {
    const reader = await grant(
      ['manage-settings', 'access'],
      ['marketing-materials', 'manage_access'],
    );
    expect(await statuses(reader)).toMatchObject({ images: 200, saveImage: 403 });
    const alone = await grant(
      ['marketing-materials', 'manage_access'],
      ['marketing-materials', 'manage_modify'],
    );
    expect(await statuses(alone)).toMatchObject({ images: 403, saveImage: 403 });
    const changing = ['manage_access', 'manage_modify'].map((code): [string, string] => [
      'marketing-materials',
      code,
    ]);
    expect(await statuses(await grant(['manage-settings', 'access'], ...changing))).toMatchObject({
      images: 200,
      saveImage: 200,
    });
  });
});

test('the next start adds missing and new designs but keeps staff changes', async () => {
  const { db, pool } = app.deps.database;
  await pool.query('delete from marketing_template_versions where template_id = 126');
  await pool.query('delete from marketing_templates where id = 126');
  await pool.query("update marketing_templates set body = 'an older design' where id = 125");
  const mine = (await flyer(2)).body;
  const changes = await lastUpdated();
  await ensureBuiltInTemplates(db, app.clock.now());
  await ensureBuiltInTemplates(db, app.clock.now());
  expect(await lastUpdated()).toEqual(changes);
  expect((await flyer(2)).body).toBe(mine);
  expect(await image(126)).toMatchObject({ version: 1, contentType: 'post' });
  expect(await image(125)).toMatchObject({ version: 2 });
  expect((await image(125)).body).not.toBe('an older design');
});
