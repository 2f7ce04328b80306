import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../test/app.ts';
import { captions, mp4, newCategory, newMaterial, thumbnail } from '../../../test/training.ts';
import { sweepStore } from '../../platform/files/sweep-jobs.ts';

let app: TestApp;
let admin: TestClient;
let owner: TestClient;
let film: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp({ env: { TRAINING_VIDEO_MAX_MB: '1' } });
  admin = await signedInAs(app, 'admin@demo.test');
  owner = await signedInAs(app, 'pro@demo.test');
  const { id } = await newCategory(admin, { name: 'Films', type: 'training' });
  film = { name: 'A film', categoryId: String(id), videoType: 'video/mp4', videoDuration: '1' };
});
afterAll(() => app.close());

const bare = (address: string): string => address.replace('/api/v1', '');
const upload = (bytes: Buffer, name = 'film.mp4') =>
  admin.send('/materials/video', { video: { name, bytes } });
const get = (address: string, headers: Record<string, string> = {}, client = owner) =>
  client.get(bare(address), { headers });
const stored = async (): Promise<string[]> =>
  (await readdir(join(app.deps.config.DATA_DIR, 'files/training'))).toSorted();

describe('an uploaded video', () => {
  test('becomes the source of a material and supports range requests', async () => {
    const bytes = mp4(300_000);
    const answer = (await upload(bytes)).json();
    expect(answer).toMatchObject({ fileName: 'film.mp4', bytes: 300_000 });
    const made = await newMaterial(admin, {
      ...film,
      videoSrc: answer.videoSrc,
      videoImg: thumbnail,
    });
    expect(made).toMatchObject({ videoSrc: answer.videoSrc, videoFileName: 'film.mp4' });
    const whole = await get(made.videoSrc);
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-length': '300000',
    });
    expect(whole.rawPayload.equals(bytes)).toBe(true);
    const part = await get(made.videoSrc, { range: 'bytes=1000-1999' });
    expect(part.statusCode).toBe(206);
    expect(part.headers['content-range']).toBe('bytes 1000-1999/300000');
    expect(part.rawPayload.equals(bytes.subarray(1000, 2000))).toBe(true);
    const rest = await get(made.videoSrc, { range: 'bytes=299990-' });
    expect(rest.headers['content-range']).toBe('bytes 299990-299999/300000');
    const last = await get(made.videoSrc, { range: 'bytes=-5' });
    expect(last.rawPayload.equals(bytes.subarray(-5))).toBe(true);
  });

  test('answers an unsatisfiable range with 416, and an outdated or malformed one with the whole file', async () => {
    const { videoSrc } = (await upload(mp4(2000))).json();
    const beyond = await get(videoSrc, { range: 'bytes=2000-' });
    expect(beyond.statusCode).toBe(416);
    expect(beyond.headers['content-range']).toBe('bytes */2000');
    expect(beyond.json()).toMatchObject({ error: 'range_not_satisfiable' });
    const etag = String((await get(videoSrc)).headers['etag']);
    expect((await get(videoSrc, { range: 'bytes=0-9', 'if-range': etag })).statusCode).toBe(206);
    expect((await get(videoSrc, { range: 'bytes=0-9', 'if-range': '"another"' })).statusCode).toBe(
      200,
    );
    expect((await get(videoSrc, { range: 'bytes=0-1,5-6' })).statusCode).toBe(200);
    expect((await get(videoSrc, { 'if-none-match': etag })).statusCode).toBe(304);
  });

  test('is visible only to users with training access', async () => {
    const { videoSrc } = (await upload(mp4(2000))).json();
    expect((await get(videoSrc, {}, visitor(app))).statusCode).toBe(401);
    expect((await get(videoSrc, {}, await signedInAs(app, 'team@demo.test'))).statusCode).toBe(403);
    expect((await get(`${videoSrc.slice(0, -1)}x`)).statusCode).toBe(404);
    expect(
      (await owner.send('/materials/video', { video: { name: 'a.mp4', bytes: mp4(2000) } }))
        .statusCode,
    ).toBe(403);
  });

  test('must be an MP4 by content and within the size limit, or nothing is kept', async () => {
    const before = await stored();
    for (const bytes of [
      Buffer.alloc(5000, 'x'),
      Buffer.from('<html>'),
      mp4(2000, 'qt  ').fill('qt  ', 20, 24),
      Buffer.alloc(0),
    ]) {
      const answer = await upload(bytes);
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({
        fields: { video: 'Please upload a video in the MP4 format' },
        invalidFields: ['video'],
      });
    }
    const long = await upload(mp4(1024 * 1024 + 1));
    expect(long.json().fields).toEqual({ video: 'The video cannot be more than 1MB' });
    expect(
      (await admin.send('/materials/video', { film: { name: 'a.mp4', bytes: mp4(50) } }))
        .statusCode,
    ).toBe(400);
    expect((await admin.post('/materials/video', {})).statusCode).toBe(415);
    // The partial upload is deleted shortly after the answer.
    await expect.poll(stored).toEqual(before);
  });

  test('that is interrupted leaves nothing behind', async () => {
    const before = await stored();
    await app.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.app.server.address() as AddressInfo;
    const cookie = Object.entries(admin.cookies).map(([name, value]) => `${name}=${value}`);
    const headers = {
      cookie: cookie.join('; '),
      'sec-fetch-site': 'same-origin',
      'content-type': 'multipart/form-data; boundary=b',
    };
    const call = httpRequest({ port, path: '/api/v1/materials/video', method: 'POST', headers });
    call.on('error', () => undefined);
    call.write(
      '--b\r\nContent-Disposition: form-data; name="video"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n',
    );
    call.write(mp4(200_000));
    await expect.poll(stored).toContainEqual(expect.stringMatching(/\.part$/));
    call.destroy();
    await expect.poll(stored).toEqual(before);
    const { rows } = await app.deps.database.pool.query(
      `select 1 from files where original_name = 'a.mp4'`,
    );
    expect(rows).toEqual([]);
  });

  test('is deleted after a day when no material uses it, and kept while one does', async () => {
    const [unused, used] = [
      (await upload(mp4(3000))).json().videoSrc,
      (await upload(mp4(3000))).json().videoSrc,
    ];
    const { id } = await newMaterial(admin, { ...film, videoSrc: used, videoImg: thumbnail });
    const sweep = async () => {
      await app.composed.jobs.find(({ job }) => job.id === sweepStore.id)?.run({});
    };
    await sweep();
    expect((await get(unused)).statusCode).toBe(200);
    const kept = await stored();
    app.clock.pass(25 * 3600);
    const later = await signedInAs(app, 'admin@demo.test');
    await sweep();
    // A second run is harmless.
    await sweep();
    expect((await get(unused, {}, later)).statusCode).toBe(404);
    expect((await get(used, {}, later)).statusCode).toBe(200);
    expect((await stored()).length).toBeLessThan(kept.length);
    const late = await later.send('/materials', { ...film, videoSrc: unused, videoImg: thumbnail });
    expect(late.json().invalidFields).toEqual(['videoSrc']);
    await later.call('DELETE', `/materials/${id}`);
    await sweep();
    expect((await get(used, {}, later)).statusCode).toBe(404);
    admin = later;
    owner = await signedInAs(app, 'pro@demo.test');
  });
});

describe('the image of a material', () => {
  const save = (videoImg: { name: string; bytes: Buffer }) =>
    admin.send('/materials', { ...film, videoSrc: 'https://example.com/a.mp4', videoImg });

  test('accepts a JPEG, PNG, or GIF from any camera, and re-encodes it [ADM-334]', async () => {
    for (const format of ['jpeg', 'png', 'gif'] as const) {
      const bytes = await sharp({
        create: { width: 1000, height: 500, channels: 3, background: '#804020' },
      })
        .toFormat(format)
        .toBuffer();
      const { material } = (await save({ name: `still.${format}`, bytes })).json();
      const image = await get(material.videoImg);
      expect(image.headers['content-type']).toBe('image/jpeg');
      expect(await sharp(image.rawPayload).metadata()).toMatchObject({
        format: 'jpeg',
        width: 960,
        height: 480,
      });
      expect((await get(material.videoImg, {}, visitor(app))).statusCode).toBe(401);
    }
  });

  test('rejects more than 1 MB [ADM-336]', async () => {
    const answer = await save({ name: 'large.png', bytes: Buffer.alloc(1024 * 1024 + 1) });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      fields: { videoImg: 'The uploading file cannot be more than 1MB' },
      invalidFields: ['videoImg'],
    });
  });

  test('rejects other types [ADM-337] [ADM-334]', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    const webp = await sharp(thumbnail.bytes).webp().toBuffer();
    for (const bytes of [svg, webp, Buffer.from('GIF89a, so they say')])
      expect((await save({ name: 'still.png', bytes })).json().fields).toEqual({
        videoImg: 'Please upload file in PNG, GIF, or JPG format',
      });
  });

  test('stays when an edit omits it, and can be removed when it’s optional [ADM-333]', async () => {
    const made = (await save(thumbnail)).json().material;
    const same = { ...film, videoSrc: 'https://example.com/a.mp4' };
    const kept = await admin.send(`/materials/${made.id}`, { ...same, name: 'Renamed' });
    expect(kept.json().material.videoImg).toBe(made.videoImg);
    const without = await admin.send(`/materials/${made.id}`, { ...same, removeImage: '1' });
    expect(without.json().fields).toEqual({ videoImg: 'This field is required.' });
    const youtube = { ...film, videoType: 'youtube', videoId: 'aqz-KE-bpKQ', removeImage: '1' };
    expect((await admin.send(`/materials/${made.id}`, youtube)).json().material.videoImg).toBe('');
  });
});

test('captions must be WebVTT, are served with their video, and can be removed', async () => {
  const source = { ...film, videoSrc: 'https://example.com/a.mp4' };
  const made = await newMaterial(admin, { ...source, videoImg: thumbnail, videoTrack: captions });
  expect(made.trackFileName).toBe('en.vtt');
  const track = await get(made.videoTrack);
  expect(track.headers['content-type']).toBe('text/vtt; charset=utf-8');
  expect(track.body).toBe(captions.bytes.toString());
  expect((await get(made.videoTrack, { range: 'bytes=0-5' })).body).toBe(captions.bytes.toString());
  for (const text of [
    'Hello',
    'WEBVTT\n\nno times',
    'WEBVTT\n\n00:02.000 --> 00:01.000\nback',
    'WEBVTT\n\n1 --> 2\nshort',
  ]) {
    const videoTrack = { name: 'a.vtt', bytes: Buffer.from(text) };
    expect(
      (await admin.send('/materials', { ...source, videoImg: thumbnail, videoTrack })).json()
        .fields,
    ).toEqual({
      videoTrack: 'Please upload captions in the WebVTT format (.vtt)',
    });
  }
  const answer = await admin.send(`/materials/${made.id}`, { ...source, removeTrack: '1' });
  expect(answer.json().material).toMatchObject({ videoTrack: '', trackFileName: '' });
});
