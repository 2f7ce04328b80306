import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { previewScale, socialNetworks, socialSizes } from '@lintel/contract/marketing/constants';
import { socialImage } from '@lintel/contract/marketing/social';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../../test/app.ts';

let app: TestApp;
let pro: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  pro = await signedInAs(app, 'pro@demo.test');
});
afterAll(() => app.close());

const listOf = async (socialMedia: string, contentType: string, more = '', client = pro) =>
  (
    await client.get(
      `/social-media-images?socialMedia=${socialMedia}&contentType=${contentType}${more}`,
    )
  ).json().data;
const fetchPicture = (address: string, client = pro) => client.get(address.replace('/api/v1', ''));
const sizeOf = async (bytes: Buffer) => {
  const { width, height } = await sharp(bytes).metadata();
  return { width, height };
};

const formats = socialNetworks.flatMap(({ key, types }) =>
  types.map((type) => [key, type] as const),
);

test.each(formats)(
  'at least three designs exist for a %s %s, with the data for the list',
  async (media, type) => {
    const designs = await listOf(media, type, '&pageId=1000');
    expect(designs.length).toBeGreaterThanOrEqual(3);
    for (const design of designs) {
      expect(socialImage.parse(design)).toEqual(design);
      expect(design.previewImage).not.toBe('');
    }
  },
);

test('the list is filtered by network, content, and user [ACC-174] [ACC-455]', async () => {
  const admin = await (await signedInAs(app, 'admin@demo.test')).switchInto(11);
  const [design] = await listOf('facebook', 'post', '&userId=11', admin);
  expect(design).toMatchObject({
    id: expect.any(Number),
    title: expect.any(String),
    body: expect.stringContaining('{{ company.name'),
  });
  expect(design.previewImage).toContain('userId=11');
  const picture = await fetchPicture(design.previewImage, admin);
  expect(picture.headers['content-type']).toBe('image/png');
  expect(
    (await pro.get('/social-media-images?socialMedia=facebook&contentType=post&userId=12'))
      .statusCode,
  ).toBe(404);
  expect(
    (await pro.get('/social-media-images?socialMedia=instagram&contentType=cover')).statusCode,
  ).toBe(400);
});

const downloads = async (media: string, type: string) => {
  const [design] = await listOf(media, type, '&pageId=1000');
  const [preview, whole] = await Promise.all([
    fetchPicture(design.previewImage),
    pro.get(`/social-media-images/${design.id}/download?pageId=1000&userId=11`),
  ]);
  return { design, preview, whole };
};

const checkSizes = async (media: string, type: 'cover' | 'post' | 'story'): Promise<void> => {
  const size = socialSizes[`${media} ${type}`] ?? { width: 0, height: 0 };
  const { design, preview, whole } = await downloads(media, type);
  expect(await sizeOf(whole.rawPayload)).toEqual(size);
  expect((await sizeOf(preview.rawPayload)).width).toBe(
    Math.round(size.width * previewScale[type]),
  );
  expect(preview.rawPayload.length).toBeLessThan(whole.rawPayload.length);
  expect(whole.headers['content-disposition']).toContain(`filename="${design.title}.png"`);
  expect(preview.headers['cache-control']).toBe('private, no-cache');
};

test('a facebook cover is 820 by 312 pixels [ACC-540]', () => checkSizes('facebook', 'cover'));
test('a facebook post is 1200 by 630 pixels, as a PNG named by its title [ACC-541] [ACC-456]', () =>
  checkSizes('facebook', 'post'));
test('a facebook story is 1080 by 1920 pixels [ACC-542]', () => checkSizes('facebook', 'story'));
test('an instagram post is 1080 by 1080 pixels [ACC-543]', () => checkSizes('instagram', 'post'));
test('an instagram story is 1080 by 1920 pixels [ACC-544]', () => checkSizes('instagram', 'story'));
test('a linkedin cover is 1584 by 396 pixels [ACC-545]', () => checkSizes('linkedin', 'cover'));
test('a linkedin post is 1200 by 627 pixels [ACC-546]', () => checkSizes('linkedin', 'post'));

test("an image shows its page's content and is cached until that changes", async () => {
  const download = async (page: number) =>
    (await pro.get(`/social-media-images/101/download?pageId=${page}`)).rawPayload;
  const [roofing, solar] = [await download(1000), await download(1001)];
  expect(roofing.equals(solar)).toBe(false);
  const address = async () => (await listOf('facebook', 'post', '&pageId=1001'))[0].previewImage;
  const before = await address();
  expect(await address()).toBe(before);
  const flyer = JSON.stringify({ companyName: 'Another Name', logoFileName: '' });
  await pro.send('/contractor/101/page/1001/marketing-materials', { flyer });
  expect(await address()).not.toBe(before);
  expect((await download(1001)).equals(solar)).toBe(false);
});

test('an image is available in Spanish, under a Spanish name, and never mixes with the English one', async () => {
  const download = (more: string) =>
    pro.get(`/social-media-images/110/download?pageId=1000${more}`);
  const [plain, english, spanish, again] = [
    await download(''),
    await download('&lang=en'),
    await download('&lang=es'),
    await download(''),
  ];
  expect(english.rawPayload.equals(plain.rawPayload)).toBe(true);
  expect(spanish.rawPayload.equals(plain.rawPayload)).toBe(false);
  expect(again.rawPayload.equals(plain.rawPayload)).toBe(true);
  expect(spanish.headers['content-disposition']).toContain('Espa%C3%B1ol.png');
  const [design] = await listOf('facebook', 'cover', '&pageId=1000&lang=es');
  const [other] = await listOf('facebook', 'cover', '&pageId=1000');
  expect(design.title).toBe(other.title);
  expect(design.previewImage).toContain('lang=es');
  const [one, two] = [
    await fetchPicture(design.previewImage),
    await fetchPicture(other.previewImage),
  ];
  expect(one.rawPayload.equals(two.rawPayload)).toBe(false);
  for (const odd of ['&lang=fr', '&lang[]=es', '&lang=es&lang=en', '&lang=%22%3E'])
    expect((await download(odd)).statusCode, odd).toBe(400);
  expect((await pro.get('/social-media-images/110/download?pageId=1003&lang=es')).statusCode).toBe(
    404,
  );
});

test('without a page there are designs but no images', async () => {
  const free = await signedInAs(app, 'free@demo.test');
  const designs = await listOf('linkedin', 'post', '', free);
  expect(designs.map(({ previewImage }: { previewImage: string }) => previewImage)).toEqual([
    '',
    '',
    '',
  ]);
});

test("another contractor's page and an unknown design are not found", async () => {
  for (const path of [
    '101/download?pageId=1003',
    '101/preview?pageId=1003',
    '99999/download?pageId=1000',
    '1/download?pageId=1000',
  ]) {
    expect((await pro.get(`/social-media-images/${path}`)).statusCode, path).toBe(404);
  }
  expect(
    (await pro.get('/social-media-images?socialMedia=facebook&contentType=post&pageId=1003'))
      .statusCode,
  ).toBe(404);
  const staff = await signedInAs(app, 'admin@demo.test');
  expect((await staff.get('/social-media-images/101/download?pageId=1000')).statusCode).toBe(404);
  const support = await signedInAs(app, 'support@demo.test');
  expect((await support.get('/social-media-images/101/download?pageId=1000')).statusCode).toBe(403);
});
