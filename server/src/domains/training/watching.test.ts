import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StaffMaterial } from '@lintel/contract/training/manage';
import {
  findCategoryByUrl,
  material as materialSchema,
  readCategories,
  type Material,
} from '@lintel/contract/training/library';
import type { View, WatchedMaterial } from '@lintel/contract/training/report';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';
import { mailTo } from '../../../test/mail.ts';
import { newCategory, newMaterial } from '../../../test/training.ts';

let app: TestApp;
let admin: TestClient;
/** User 12 of contractor 102. */
let owner: TestClient;
let categoryId: number;
let video: StaffMaterial;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
  owner = await signedInAs(app, 'brand@demo.test');
  categoryId = (await newCategory(admin, { name: 'Closing a sale!', type: 'training' })).id;
});
beforeEach(async () => {
  video = await newMaterial(admin, {
    name: 'A film',
    categoryId: String(categoryId),
    videoDuration: '1',
  });
});
afterAll(() => app.close());

const categories = async (client = owner) =>
  readCategories.response.parse((await client.get('/materials-category')).json());
const materials = async (query = '', client = owner) =>
  (await client.get(`/materials/${categoryId}${query}`)).json();
const own = async (client = owner): Promise<Material> =>
  (await materials('?limit=100', client)).data.find(({ id }: Material) => id === video.id);
const report = (fields: Record<string, string>, client = owner) =>
  client.send('/materials/set-stat-video', {
    videoId: String(video.id),
    userId: '12',
    videoStatus: 'started',
    videoTime: '0',
    videoDuration: '60',
    ...fields,
  });

describe('the materials', () => {
  test('are grouped by type, with counts of all and of new videos [ADM-469] [ADM-200]', async () => {
    const before = await categories();
    expect(Object.keys(before)).toEqual(['onboarding_training', 'training', 'faqs']);
    const mine = before.training.find(({ id }) => id === categoryId);
    expect(mine).toMatchObject({
      name: 'Closing a sale!',
      type: 'training',
      limit: 4,
      categoryUrl: `closing-a-sale-${categoryId}`,
    });
    expect(mine?.total).toBe(mine?.countNewVideos);
    expect(
      before.faqs.every(({ countNewVideos, limit }) => countNewVideos === 0 && limit === 1000),
    ).toBe(true);
    await report({});
    const after = (await categories()).training.find(({ id }) => id === categoryId);
    expect(after).toEqual({
      ...mine,
      countNewVideos: (mine?.countNewVideos ?? 0) - 1,
      videos: expect.anything(),
    });
  });

  test('include featured videos with their categories and the user’s progress', async () => {
    for (let count = 1; count <= 4; count += 1)
      await newMaterial(admin, { name: `Film ${count}`, categoryId: String(categoryId) });
    const [first] = (await materials('?limit=4')).data;
    await report({ videoId: String(first.id), videoTime: '12.5' });
    const { training, onboarding_training: onboarding, faqs } = await categories();
    for (const { id, limit, videos } of [...training, ...onboarding])
      expect(videos).toEqual((await owner.get(`/materials/${id}?limit=${limit}`)).json().data);
    const mine = training.find(({ id }) => id === categoryId);
    expect(mine?.videos?.[0]).toMatchObject({ videoStatus: 'started', currentVideoTime: 12.5 });
    expect(mine?.videos).toHaveLength(4);
    expect(faqs.flatMap(({ videos }) => videos)).toEqual([]);
    const other = await signedInAs(app, 'pro@demo.test');
    const theirs = (await categories(other)).training.find(({ id }) => id === categoryId);
    expect(theirs?.videos?.[0]).toMatchObject({ videoStatus: null, isNewVideo: true });
  });

  test('of a category are listed by page in order, with the user’s progress [ADM-471] [ADM-199] [ADM-235]', async () => {
    const all = await materials('?page=1&limit=100');
    expect(all.data.map((one: Material) => materialSchema.parse(one).order)).toEqual(
      all.data.map((_one: Material, at: number) => at + 1),
    );
    expect((await materials('?userId=12&page=1&limit=4')).data).toHaveLength(
      Math.min(4, all.total),
    );
    expect(await own()).toMatchObject({ videoStatus: null, currentVideoTime: 0, isNewVideo: true });
    for (const videoStatus of ['started', 'paused', 'ended']) {
      await report({ videoStatus, videoTime: '12.5' });
      expect(await own()).toMatchObject({ videoStatus, currentVideoTime: 12.5, isNewVideo: false });
    }
    expect((await report({ videoStatus: 'skipped' })).statusCode).toBe(422);
  });

  test('for FAQs and onboarding are returned up to 1000 at once, other videos by page', async () => {
    const { faqs, onboarding_training: onboarding } = await categories();
    for (const { id, total } of [...faqs, ...onboarding])
      expect((await owner.get(`/materials/${id}?limit=1000`)).json()).toMatchObject({
        total,
        data: { length: total },
      });
    expect((await owner.get(`/materials/${categoryId}?limit=1000`)).statusCode).toBe(400);
    expect((await owner.get('/materials/99999')).statusCode).toBe(404);
  });

  test('show a user’s progress only to that user', async () => {
    for (const path of ['/materials-category', `/materials/${categoryId}`])
      expect((await owner.get(`${path}?userId=11`)).statusCode).toBe(404);
    expect((await report({ userId: '11' })).statusCode).toBe(404);
    // The demo's team user has no training access.
    const team = await signedInAs(app, 'team@demo.test');
    expect((await team.get('/materials-category')).statusCode).toBe(403);
  });
});

test('a category’s URL works with an older name too [ACC-451]', async () => {
  for (const words of ['closing-a-sale', 'an-older-name']) {
    const { categoryUrl, category } = findCategoryByUrl.response.parse(
      (await owner.get(`/materials/category-url?categoryUrl=${words}-${categoryId}`)).json(),
    );
    expect(categoryUrl).toBe(`closing-a-sale-${categoryId}`);
    expect(category.id).toBe(categoryId);
  }
  expect((await owner.get('/materials/category-url?categoryUrl=nowhere-99999')).statusCode).toBe(
    404,
  );
});

describe('a playback report', () => {
  test('is stored, and counts what was actually played [ADM-482]', async () => {
    expect((await report({ watched: '[[0,10]]', videoTime: '10' })).json()).toMatchObject({
      recorded: true,
      watchedPercent: 17,
    });
    // Seconds watched twice count once, and the skipped middle doesn't count.
    const answer = await report({
      watched: '[[5,15],[45,60]]',
      videoTime: '60',
      videoStatus: 'ended',
    });
    expect(answer.json()).toMatchObject({ videoStatus: 'ended', watchedPercent: 50 });
    expect(await own()).toMatchObject({
      videoStatus: 'ended',
      currentVideoTime: 60,
      watchedPercent: 50,
    });
    // Watching a part again keeps the video ended.
    expect(
      (await report({ videoStatus: 'paused', videoTime: '3', watched: '[[0,3]]' })).json()
        .videoStatus,
    ).toBe('ended');
  });

  test('without ranges counts the span since the last one, unless it was a jump', async () => {
    await report({ videoTime: '0' });
    app.clock.pass(10);
    expect((await report({ videoTime: '10' })).json().watchedPercent).toBe(17);
    app.clock.pass(5);
    expect((await report({ videoTime: '50' })).json().watchedPercent).toBe(17);
    app.clock.pass(5);
    expect((await report({ videoTime: '55', videoStatus: 'paused' })).json().watchedPercent).toBe(
      25,
    );
  });

  test('from two parallel windows loses nothing', async () => {
    await Promise.all([
      report({ watched: '[[0,30]]' }),
      report({ watched: '[[30,60]]' }),
      report({ watched: '[[10,40]]' }),
    ]);
    expect((await own()).watchedPercent).toBe(100);
  });

  test('isn’t recorded while the session is a switched user [ADM-181]', async () => {
    const staff = await (await signedInAs(app, 'admin@demo.test')).switchInto(12);
    const answer = await report({ watched: '[[0,60]]', videoStatus: 'ended' }, staff);
    expect(answer.json()).toMatchObject({ recorded: false, videoStatus: null, watchedPercent: 0 });
    // Nor for the staff member's own account, which the other window may still name.
    staff.switchedInto = null;
    expect((await report({ userId: '1' }, staff)).json()).toMatchObject({ recorded: false });
    const { rows } = await app.deps.database.pool.query(
      'select 1 from training_progress where material_id = $1',
      [video.id],
    );
    expect(rows).toEqual([]);
  });

  test('is rejected when the material isn’t a video', async () => {
    const { id } = await newCategory(admin, { name: 'Texts', type: 'faqs' });
    const text = await newMaterial(admin, {
      name: 'Why?',
      content: 'Because',
      categoryId: String(id),
    });
    expect((await report({ videoId: String(text.id) })).statusCode).toBe(404);
    expect((await report({ watched: '[[1]]' })).statusCode).toBe(422);
  });
});

describe('the staff report', () => {
  const views = async (query: string) =>
    (await admin.get(`/materials/report/views?${query}`)).json();

  test('lists how much each video is watched', async () => {
    await report({ watched: '[[0,60]]', videoStatus: 'ended' });
    await report({ watched: '[[0,30]]', userId: '1' }, admin);
    const answer = await admin.get(
      `/materials/report?filters[categoryId]=${categoryId}&order=-lastWatched`,
    );
    const row = answer.json().data.find(({ id }: WatchedMaterial) => id === video.id);
    expect(row).toMatchObject({
      name: 'A film',
      viewers: 2,
      ended: 1,
      percent: 75,
      category: { name: 'Closing a sale!' },
    });
  });

  test('lists who watched what, by video, status, person, and company', async () => {
    await report({ watched: '[[0,45]]', videoTime: '45', videoStatus: 'paused' });
    const { data, total } = await views(`filters[materialId]=${video.id}`);
    expect(total).toBe(1);
    expect(data[0]).toMatchObject({
      user: { id: 12, fullName: 'Brandon Okafor', email: 'brand@demo.test' },
      contractor: { id: 102, companyName: 'Oak & Iron Remodeling' },
      material: { name: 'A film' },
      status: 'paused',
      percent: 75,
      watchedSeconds: 45,
      endedAt: null,
    });
    for (const text of ['okafor', 'brand@demo', 'oak & iron'])
      expect(
        (
          await views(
            `filters[materialId]=${video.id}&filters[searchText]=${encodeURIComponent(text)}`,
          )
        ).total,
      ).toBe(1);
    expect((await views(`filters[materialId]=${video.id}&filters[status]=ended`)).total).toBe(0);
    const sorted = (await views('order=-percent&limit=10')).data.map(
      ({ percent }: View) => percent,
    );
    expect(sorted).toEqual(sorted.toSorted((one: number, other: number) => other - one));
  });
});

describe('a question', () => {
  const ask = (fields: Record<string, string>, client = owner) =>
    client.send('/materials/ask-question', {
      contractorId: '102',
      userId: '12',
      question: 'How?',
      subject: '',
      ...fields,
    });

  test('reaches support by e-mail [ADM-480] [ADM-481]', async () => {
    const answer = await ask({
      question: ' How do I <b>start</b>?\nThanks ',
      subject: 'First steps',
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      message: 'Thank You! Your question has been successfully sent!',
    });
    const [mail] = await mailTo(app, app.deps.config.BRAND_SUPPORT_EMAIL);
    expect(mail).toMatchObject({
      event: 'ask-question',
      subject: 'Question from Oak & Iron Remodeling: First steps',
    });
    expect(mail?.html).toContain('How do I &lt;b&gt;start&lt;/b&gt;?<br');
    expect(mail?.text).toContain('brand@demo.test');
  });

  test('sent twice under one key arrives once', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({
      userId: '12',
      question: 'Once?',
      subject: 'Only once',
    }))
      form.append(name, value);
    const { headers, payload } = await encoded(form);
    const keyed = { payload, headers: { ...headers, 'idempotency-key': 'a-question' } };
    for (let time = 0; time < 2; time++)
      expect((await owner.call('POST', '/materials/ask-question', keyed)).statusCode).toBe(200);
    const mails = await mailTo(app, app.deps.config.BRAND_SUPPORT_EMAIL);
    expect(mails.filter(({ subject }) => subject.endsWith('Only once'))).toHaveLength(1);
  });

  test('requires a text, and can’t be sent in another user’s name', async () => {
    expect((await ask({ question: '  \n ' })).json().fields).toEqual({
      question: 'This field is required.',
    });
    expect((await ask({ contractorId: '101' })).statusCode).toBe(404);
    expect((await ask({ userId: '11' })).statusCode).toBe(404);
  });
});

async function encoded(form: FormData) {
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  return { headers, payload: Buffer.from(await request.arrayBuffer()) };
}
