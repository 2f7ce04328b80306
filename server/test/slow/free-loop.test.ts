import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../app.ts';
import { nestedStreams } from '../hostile-files.ts';
import { mp4, newCategory } from '../training.ts';

let app: TestApp;
let owner: TestClient;
let admin: TestClient;
let category: string;
beforeAll(async () => {
  app = await createTestApp();
  owner = await signedInAs(app, 'free@demo.test');
  admin = await signedInAs(app, 'admin@demo.test');
  category = String((await newCategory(admin, { name: 'Films', type: 'training' })).id);
});
afterAll(() => app.close());

const twoMegabytes = 2 * 1024 * 1024 - 1000;
const filled = (sign: string): Buffer => Buffer.alloc(twoMegabytes, sign, 'latin1');
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), filled('\0')]);
const captions = Buffer.concat([Buffer.from('WEBVTT\n\n00:00'), filled('1'), Buffer.from(' --> ')]);
const boxes = Buffer.concat([
  mp4(64),
  Buffer.alloc(900_000, Buffer.from('0000000866726565', 'hex')),
]);
const film = {
  name: 'A film',
  videoType: 'video/mp4',
  videoSrc: 'https://x.example/a.mp4',
  videoDuration: '1',
};
const idOf = async (client: TestClient): Promise<number> =>
  (await client.get('/user')).json().contractorId;

const w9 = async (bytes: Buffer) =>
  owner.send(`/contractor/${await idOf(owner)}/w9`, {
    fullName: 'Ann Lee',
    companyName: 'Lee',
    isSSN: '1',
    isEIN: '0',
    file: { name: 'w9.pdf', bytes },
  });
const material = (fields: Record<string, string | { name: string; bytes: Buffer }>) =>
  admin.send('/materials', { ...film, categoryId: category, ...fields });
const preview = (body: string) =>
  admin.post('/manage/emails/templates/preview', { subject: 's', body });

/** The worst input for each parser, at its maximum size. */
const worst: Record<string, () => ReturnType<TestClient['call']>> = {
  'a PDF of nested streams': () => w9(nestedStreams(140_000)),
  'a PDF of brackets': () => w9(Buffer.concat([Buffer.from('%PDF-1.7\n1 0 obj\n'), filled('[')])),
  'an empty PNG': () =>
    material({ videoImg: { name: 'a.png', bytes: png.subarray(0, 1_000_000) } }),
  'captions on a single line': () =>
    material({ videoTrack: { name: 'a.vtt', bytes: captions.subarray(0, 900_000) } }),
  'an MP4 of empty boxes': () =>
    admin.send('/materials/video', { video: { name: 'a.mp4', bytes: boxes } }),
  'unclosed tags': () => material({ content: '<a'.repeat(24_000) }),
  'a message with unclosed tags': () => preview('<a'.repeat(99_000)),
  'a message with nested tags': () => preview('<b>'.repeat(60_000)),
  'a template with nested loops': () =>
    preview('{% for i in (1..1000) %}'.repeat(4) + '{% endfor %}'.repeat(4)),
  'a deeply nested template': () => preview('{% if a %}'.repeat(9000)),
  'deeply nested JSON': () =>
    admin.call('POST', '/manage/emails/templates/preview', {
      payload: '['.repeat(900_000),
      headers: { 'content-type': 'application/json' },
    }),
};

test.each(Object.keys(worst))(
  '%s takes little CPU time of the main process, which keeps answering others',
  async (name) => {
    // Starts the helpers and loads the caller's session first.
    await preview('<p>x</p>');
    const start = process.cpuUsage();
    const asked = worst[name]?.();
    let answered = false;
    void asked?.then(() => (answered = true));
    expect((await owner.get('/user')).statusCode).toBe(200);
    const answer = await asked;
    expect(answered).toBe(true);
    expect(answer?.statusCode).toBeLessThan(500);
    // Reading a two-megabyte form, including the test's own client, takes a tenth of it.
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(1.5);
  },
  120_000,
);
