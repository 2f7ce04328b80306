import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEndpoints } from '@lintel/contract/all';
import { addressFor, safelyOrdered } from '../../../test/access-matrix.ts';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/**
 * What an answer that is not public may say: nothing of it is kept, or it is asked for each time.
 */
const unkept = ['no-store', 'private, no-cache'];

test.each([
  ['nobody', null],
  ['a contractor', 'pro@demo.test'],
  ['staff', 'admin@demo.test'],
])(
  'no browser and no proxy keeps what the API answers %s, refusals included',
  async (_who, email) => {
    const client: TestClient = email === null ? visitor(app) : await signedInAs(app, email);
    const kept: string[] = [];
    for (const spec of safelyOrdered()) {
      const { headers, statusCode } = await client.call(spec.method, addressFor(spec));
      const said = String(headers['cache-control']);
      const isPublic = spec.access.kind === 'anonymous' && said.startsWith('public');
      if (!isPublic && !unkept.includes(said)) kept.push(`${spec.name} ${statusCode} ${said}`);
      if (!('file' in spec.response) && said !== 'no-store')
        kept.push(`${spec.name} ${statusCode} ${said}`);
    }
    expect(kept).toEqual([]);
    expect(allEndpoints.length).toBeGreaterThan(100);
  },
  120_000,
);

test('an address that the API does not have, and a body that cannot be read, are not kept either', async () => {
  const client = visitor(app);
  expect((await client.get('/no-such-thing')).headers['cache-control']).toBe('no-store');
  const broken = await client.post('/authentication', undefined, {
    payload: '{',
    headers: { 'content-type': 'application/json' },
  });
  expect([broken.statusCode, broken.headers['cache-control']]).toEqual([400, 'no-store']);
});

test('a picture that may be kept is asked for each time, and answered only to whoever may still see it', async () => {
  const owner = await signedInAs(app, 'pro@demo.test');
  const { data } = (
    await owner.get('/social-media-images?socialMedia=facebook&contentType=post&userId=11')
  ).json();
  const address = new URL(data[0].previewImage, 'http://localhost');
  const path = `${address.pathname.replace('/api/v1', '')}${address.search}`;
  const first = await owner.get(path);
  expect(first.headers['cache-control']).toBe('private, no-cache');
  const headers = { 'if-none-match': String(first.headers['etag']) };
  const again = await owner.get(path, { headers });
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  await owner.get('/logout');
  expect((await owner.get(path, { headers })).statusCode).toBe(401);
});
