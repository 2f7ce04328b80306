import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { materialPageSizes } from '@lintel/contract/training/constants';
import {
  category as categorySchema,
  listMaterials,
  type Category,
} from '@lintel/contract/training/manage';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';
import { newCategory, newMaterial, thumbnail } from '../../../test/training.ts';

let app: TestApp;
let admin: TestClient;
let owner: TestClient;
let videos: Category;
let texts: Category;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
  owner = await signedInAs(app, 'pro@demo.test');
  videos = await newCategory(admin, { name: 'Films', type: 'training', order: '901' });
  texts = await newCategory(admin, { name: 'Answers', type: 'faqs', order: '901' });
});
afterAll(() => app.close());

const list = async (query: string) =>
  listMaterials.response.parse((await admin.get(`/materials?${query}`)).json());
const categories = async (query = '') => (await admin.get(`/materials/categories${query}`)).json();
const newestEntry = async () =>
  (
    await app.deps.database.pool.query(
      'select action, entity_id, actor_id, details from audit_log order by id desc limit 1',
    )
  ).rows[0];
const film = (more: Record<string, string> = {}) => ({
  name: 'A film',
  categoryId: String(videos.id),
  ...more,
});
const refusal = async (fields: Parameters<TestClient['send']>[1]) =>
  (await admin.send('/materials', fields)).json();

describe('a category', () => {
  test('is created and changed by staff, and the editor is recorded [ADM-198] [ADM-473] [ADM-474] [ADM-321]', async () => {
    const made = await newCategory(admin, {
      name: `  Closing   a sale ${'x'.repeat(200)}`,
      type: 'training',
      description: 'Words',
    });
    expect(categorySchema.parse(made)).toMatchObject({
      description: 'Words',
      type: 'training',
      total: 0,
      version: 1,
    });
    expect(made.name).toBe(`Closing a sale ${'x'.repeat(200)}`);
    const answer = await admin.post(`/materials/category/${made.id}`, {
      name: 'Closing',
      order: '7',
      version: 1,
    });
    expect(answer.json().category).toEqual({
      ...made,
      name: 'Closing',
      description: '',
      order: 7,
      version: 2,
    });
    expect(await newestEntry()).toMatchObject({
      action: 'training-category.updated',
      entity_id: String(made.id),
      actor_id: 1,
      details: { changes: { name: { from: made.name, to: 'Closing' } }, version: 2 },
    });
  });

  test('requires a name of 1 to 255 characters and a type, and names invalid fields [ADM-320] [ADM-321] [ADM-322]', async () => {
    const answer = await admin.post('/materials/category', { name: '   ', order: 'one' });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      fields: {
        name: 'This field is required.',
        type: 'This field is required.',
        order: 'Please use digits only',
      },
      invalidFields: ['name', 'type', 'order'],
    });
    const long = await admin.post('/materials/category', { name: 'x'.repeat(256), type: 'faqs' });
    expect(long.json().fields).toEqual({ name: 'Enter 255 symbols maximum' });
  });

  test('can’t change its type [ADM-323]', async () => {
    const answer = await admin.post(`/materials/category/${texts.id}`, {
      name: 'Answers',
      type: 'training',
    });
    expect(answer.json()).toMatchObject({ error: 'invalid', invalidFields: ['type'] });
  });

  test('has an order of at most three digits; 0 counts as no order [ADM-324] [ADM-325]', async () => {
    const long = await admin.post('/materials/category', {
      name: 'Late',
      type: 'onboarding_training',
      order: '1000',
    });
    expect(long.json().fields).toEqual({ order: 'Enter 3 symbols maximum' });
    const last = await newCategory(admin, {
      name: 'Last',
      type: 'onboarding_training',
      order: '500',
    });
    expect(
      await newCategory(admin, { name: 'Later', type: 'onboarding_training', order: '0' }),
    ).toMatchObject({ order: 501 });
    expect(last.order).toBe(500);
  });

  test('can be deleted only when it holds no materials [ADM-475]', async () => {
    const held = await newCategory(admin, { name: 'Held', type: 'faqs' });
    const { id } = await newMaterial(admin, {
      name: 'Why?',
      content: 'Because',
      categoryId: String(held.id),
    });
    const refused = await admin.call('DELETE', `/materials/category/${held.id}`);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toEqual({
      error: 'in_use',
      message: 'This category holds a material. Move or delete it first.',
    });
    expect((await admin.call('DELETE', `/materials/${id}`)).statusCode).toBe(200);
    expect((await admin.call('DELETE', `/materials/category/${held.id}`)).statusCode).toBe(200);
    expect((await admin.call('DELETE', `/materials/category/${held.id}`)).statusCode).toBe(404);
    expect(await newestEntry()).toMatchObject({
      action: 'training-category.deleted',
      details: { name: 'Held' },
    });
  });

  test('is listed by page and by type [ADM-472]', async () => {
    const all = await categories('?type=training&page=1&limit=10');
    expect(all.data.every(({ type }: Category) => type === 'training')).toBe(true);
    expect(all.data.length).toBe(Math.min(10, all.total));
    expect((await categories('?type=training&page=2&limit=10')).data).toHaveLength(
      Math.max(0, all.total - 10),
    );
    for (const { id, total } of all.data)
      expect((await list(`filters[categoryId]=${id}`)).total).toBe(total);
    expect((await admin.get('/materials/categories?type=films')).statusCode).toBe(400);
    expect((await admin.get('/materials/categories?limit=11')).statusCode).toBe(400);
  });

  test('is moved within its type in one call', async () => {
    const { data } = await categories('?type=onboarding_training&limit=1000');
    const ids = data.map(({ id }: Category) => id);
    const turned = [ids.at(-1), ids.at(-2)];
    const answer = await admin.post('/materials/category/order', {
      type: 'onboarding_training',
      ids: turned,
    });
    const places = answer.json().data.map(({ id, order }: Category) => [id, order]);
    expect(places).toEqual([...ids.slice(0, -2), ...turned].map((id, at) => [id, at + 1]));
    const strange = await admin.post('/materials/category/order', { type: 'faqs', ids: turned });
    expect(strange.statusCode).toBe(409);
  });
});

describe('a material', () => {
  test('is created, changed, and deleted by staff, and the editor is recorded [ADM-477] [ADM-478] [ADM-479]', async () => {
    const made = await newMaterial(admin, film({ name: 'First', order: '3' }));
    expect(made).toMatchObject({
      order: 3,
      videoType: 'youtube',
      videoId: 'aqz-KE-bpKQ',
      videoSrc: '',
      videoDuration: 2,
      version: 1,
    });
    const { id } = made;
    app.clock.pass(60);
    const same = {
      videoType: 'youtube',
      videoId: 'https://youtu.be/aqz-KE-bpKQ',
      videoDuration: '2',
    };
    const answer = await admin.send(`/materials/${id}`, {
      ...film({ name: 'Second' }),
      ...same,
      version: '1',
    });
    const { material } = answer.json();
    expect(material).toMatchObject({ id, name: 'Second', order: 3, version: 2, date: made.date });
    expect(Date.parse(material.lastEditDate) - Date.parse(made.lastEditDate)).toBe(60_000);
    expect(await newestEntry()).toMatchObject({
      action: 'training-material.updated',
      entity_id: String(id),
      actor_id: 1,
      details: { changes: { name: { from: 'First', to: 'Second' } } },
    });
    expect((await admin.call('DELETE', `/materials/${id}`)).json()).toEqual({
      message: 'Material deleted.',
    });
    expect(await newestEntry()).toMatchObject({
      action: 'training-material.deleted',
      details: { name: 'Second' },
    });
    expect((await admin.call('DELETE', `/materials/${id}`)).statusCode).toBe(404);
    expect((await admin.send(`/materials/${id}`, { ...film(), ...same })).statusCode).toBe(404);
  });

  test('without files can be sent as a form or as JSON [ADM-477] [ADM-478]', async () => {
    const answer = { name: 'Why?', categoryId: texts.id, content: '<p>Because.</p>', order: null };
    const made = await admin.post('/materials', answer);
    expect(made.json().material).toMatchObject({
      name: 'Why?',
      content: '<p>Because.</p>',
      categoryId: texts.id,
    });
    const changed = await admin.call('POST', `/materials/${made.json().material.id}`, {
      payload: `name=Why+not%3F&categoryId=${texts.id}&content=So.`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(changed.json().material).toMatchObject({
      name: 'Why not?',
      content: '<p>So.</p>',
      version: 2,
    });
  });

  test('requires a title and a category [ADM-326] [ADM-327]', async () => {
    expect(await refusal({ name: ' ', categoryId: '' })).toMatchObject({
      fields: { name: 'This field is required.', categoryId: 'This field is required.' },
      invalidFields: ['name', 'categoryId'],
    });
    expect((await refusal({ name: 'Lost' })).fields).toEqual({
      categoryId: 'This field is required.',
    });
    expect(await refusal({ name: 'Lost', categoryId: '99999' })).toMatchObject({
      invalidFields: ['categoryId'],
    });
  });

  test('requires content in a text category [ADM-328]', async () => {
    for (const content of ['', '<p>&nbsp;</p>', '<script>alert(1)</script>']) {
      const answer = await refusal({ name: 'Why?', categoryId: String(texts.id), content });
      expect(answer).toMatchObject({
        fields: { content: 'This field is required.' },
        invalidFields: ['content'],
      });
    }
  });

  test('requires a duration in minutes and a type in a video category [ADM-329] [ADM-330]', async () => {
    const missing = {
      videoDuration: 'This field is required.',
      videoType: 'This field is required.',
    };
    expect((await refusal(film())).fields).toEqual(missing);
    const wrong = await refusal(film({ videoDuration: '2.5', videoType: 'film' }));
    expect(wrong.fields).toMatchObject({ videoDuration: 'Please use digits only' });
    expect(wrong.invalidFields).toEqual(['videoDuration', 'videoType']);
  });

  test('from YouTube requires the ID of the video [ADM-331]', async () => {
    const youtube = film({ videoDuration: '2', videoType: 'youtube' });
    expect((await refusal(youtube)).fields).toEqual({ videoId: 'This field is required.' });
    expect((await refusal({ ...youtube, videoId: 'https://example.com/a' })).invalidFields).toEqual(
      ['videoId'],
    );
  });

  test('of type MP4 requires an address and an image [ADM-332] [ADM-333]', async () => {
    const file = film({ videoDuration: '2', videoType: 'video/mp4' });
    const missing = { videoSrc: 'This field is required.', videoImg: 'This field is required.' };
    expect((await refusal(file)).fields).toEqual(missing);
    for (const videoSrc of ['film.mp4', 'javascript:alert(1)', 'ftp://example.com/film.mp4']) {
      const answer = await refusal({ ...file, videoSrc, videoImg: thumbnail });
      expect(answer.fields).toEqual({ videoSrc: 'The URL is not valid' });
    }
    const videoSrc = 'https://videos.example.com/film.mp4';
    expect(await newMaterial(admin, { ...file, videoSrc, videoImg: thumbnail })).toMatchObject({
      videoSrc,
      videoId: '',
    });
  });

  test('has an order of at most three digits [ADM-335]', async () => {
    const video = film({ videoDuration: '2', videoType: 'youtube', videoId: 'aqz-KE-bpKQ' });
    expect((await refusal({ ...video, order: '1a' })).fields).toEqual({
      order: 'Please use digits only',
    });
    expect((await refusal({ ...video, order: '1000' })).fields).toEqual({
      order: 'Enter 3 symbols maximum',
    });
  });

  test('has content without scripts and external resources', async () => {
    const written =
      '<h1>Hi</h1><p onclick="steal()">A <a href="javascript:steal()">bad</a> and a <a href="https://a.example/x">good</a> link' +
      '<img src=x onerror=steal()><iframe src="https://a.example"></iframe><style>p{}</style></p>';
    const { content } = await newMaterial(admin, {
      name: 'Why?',
      categoryId: String(texts.id),
      content: written,
    });
    expect(content).toBe(
      '<h2>Hi</h2><p>A <a>bad</a> and a <a href="https://a.example/x" target="_blank" rel="noopener noreferrer">good</a> link</p>',
    );
    const plain = await newMaterial(admin, {
      name: 'Plain',
      categoryId: String(texts.id),
      content: '1 < 2\nso\n\nyes & no',
    });
    expect(plain.content).toBe('<p>1 &lt; 2<br />so</p><p>yes &amp; no</p>');
  });

  test('rejects a stale save and names who changed what', async () => {
    const made = await newMaterial(admin, film({ name: 'Ours' }));
    const same = { videoType: 'youtube', videoId: 'aqz-KE-bpKQ', videoDuration: '2' };
    await admin.send(`/materials/${made.id}`, {
      ...film({ name: 'Theirs' }),
      ...same,
      version: '1',
    });
    const late = await admin.send(`/materials/${made.id}`, {
      ...film({ name: 'Mine' }),
      ...same,
      version: '1',
    });
    expect(late.statusCode).toBe(409);
    expect(late.json().message).toBe(
      'Avery Quinn changed this while you were editing. Fields that differ: Title. Nothing was saved.',
    );
  });

  test('is moved within its category in one call; other rows keep their positions', async () => {
    const { id: categoryId } = await newCategory(admin, { name: 'Sequence', type: 'training' });
    const made = [];
    for (const name of ['a', 'b', 'c', 'd'])
      made.push(await newMaterial(admin, film({ name, categoryId: String(categoryId) })));
    const [a, b, c, d] = made.map(({ id }) => id);
    const answer = await admin.post('/materials/order', { categoryId, ids: [d, b] });
    expect(
      answer.json().data.map(({ id, order }: { id: number; order: number }) => [id, order]),
    ).toEqual([a, d, c, b].map((id, at) => [id, at + 1]));
    expect((await list(`filters[categoryId]=${categoryId}`)).data.map(({ name }) => name)).toEqual([
      'a',
      'd',
      'c',
      'b',
    ]);
    expect(
      (await admin.post('/materials/order', { categoryId: videos.id, ids: [a] })).statusCode,
    ).toBe(409);
  });
});

test('the list has pages of 10, 25, 50, or 100, 25 by default, by order [ADM-476] [ADM-516] [ADM-517] [ADM-518]', async () => {
  const { id } = await newCategory(admin, { name: 'Many', type: 'faqs' });
  const rows = Array.from(
    { length: 30 },
    (_one, at) => `(${id}, 'Q${at}', 'A', ${30 - at}, now(), now())`,
  );
  await app.deps.database.pool.query(
    `insert into training_materials (category_id, name, content, position, created_at, updated_at) values ${rows.join(',')}`,
  );
  const first = await list(`filters[categoryId]=${id}`);
  expect(first).toMatchObject({ total: 30 });
  expect(first.data.map(({ order }) => order)).toEqual(
    Array.from({ length: 25 }, (_one, at) => at + 1),
  );
  for (const limit of materialPageSizes)
    expect((await list(`filters[categoryId]=${id}&limit=${limit}`)).data).toHaveLength(
      Math.min(limit, 30),
    );
  expect((await admin.get('/materials?limit=75')).statusCode).toBe(400);
  expect(
    (await list(`filters[categoryId]=${id}&page=2&order=-order`)).data.map(({ order }) => order),
  ).toEqual([5, 4, 3, 2, 1]);
  expect(
    (await list(`filters[categoryId]=${id}&filters[searchText]=q7`)).data.map(({ name }) => name),
  ).toEqual(['Q7']);
  expect((await admin.get('/materials?order=%2Bcontent')).statusCode).toBe(400);
});

describe('editing requires manage-settings modify', () => {
  const form = { name: 'Mine', type: 'faqs' };
  const attempt = (client: TestClient) => client.post('/materials/category', form);

  test('which contractors and other staff don’t have [ADM-381]', async () => {
    const support = await signedInAs(app, 'support@demo.test');
    for (const client of [owner, support]) {
      expect((await attempt(client)).statusCode).toBe(403);
      expect((await client.send('/materials', film())).statusCode).toBe(403);
      expect((await client.call('DELETE', `/materials/${videos.id}`)).statusCode).toBe(403);
      expect((await client.get('/materials')).statusCode).toBe(403);
      expect((await client.get('/materials/report')).statusCode).toBe(403);
    }
    expect((await attempt(admin)).statusCode).toBe(200);
  });

  test('on both accounts while switched, or pre-prod access and the privilege [ADM-389] [ADM-390]', async () => {
    const staff = await (await signedInAs(app, 'admin@demo.test')).switchInto(11);
    expect((await attempt(staff)).statusCode).toBe(200);
    await app.deps.database.pool.query(
      `delete from role_privileges where role_id = 1 and resource = 'pre-prod'`,
    );
    expect((await attempt(staff)).statusCode).toBe(403);
    staff.switchedInto = null;
    expect((await attempt(staff)).statusCode).toBe(200);
    await app.deps.database.pool.query(
      `insert into role_privileges values (1, 'pre-prod', 'access'); delete from role_privileges where role_id = 1 and resource = 'manage-settings' and code = 'modify'`,
    );
    staff.switchedInto = 11;
    expect((await attempt(staff)).statusCode).toBe(403);
  });
});
