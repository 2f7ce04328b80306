import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { materialsPage } from '@lintel/contract/marketing/flyer';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';
import { aboutPdf, readPdf } from '../../../../test/pdf.ts';

let app: TestApp;
let pro: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  pro = await signedInAs(app, 'pro@demo.test');
});
afterAll(() => app.close());

const words = {
  companyName: 'Summit Roofing & Sons',
  phone: '(303) 555-0177',
  extPhone: '42',
  websiteUrl: 'www.summit.example',
  qrCodeBackside: 'Co-branded page',
  language: 'en',
  logoFileName: 'summit-roofing.png',
};

const save = (change: object = {}, logo?: Buffer, page = 1000) =>
  pro.send(`/contractor/101/page/${page}/marketing-materials`, {
    id: '101',
    pId: String(page),
    pageName: 'summit-roofing',
    flyer: JSON.stringify({ ...words, ...change }),
    ...(logo && { logoFileBlob: { name: 'own-logo.png', bytes: logo } }),
  });
const fieldsOf = async (change: object): Promise<Record<string, string>> => {
  const answer = await save(change);
  expect(answer.statusCode).toBe(422);
  return answer.json().fields;
};
const flyerOf = async (change: object = {}) => (await save(change)).json().page.flyer;
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0F5132' } })
    .png()
    .toBuffer();
const download = async (page = 1000) =>
  readPdf((await pro.get(`/contractor/101/page/${page}/flyer`)).rawPayload);

describe('the content of a flyer', () => {
  test('defaults to that of the page and contractor [MKT-207] [MKT-120] [MKT-123]', async () => {
    const { data } = (await pro.get('/contractor/101/page/marketing-materials')).json();
    expect(data.map(({ pageName }: { pageName: string }) => pageName)).toEqual([
      'summit-roofing',
      'summit-solar',
      'summit-windows',
    ]);
    for (const page of data) expect(materialsPage.parse(page)).toEqual(page);
    expect(data[0].flyer).toEqual({
      logoFileName: 'summit-roofing.png',
      companyName: 'Summit Roofing LLC',
      phone: expect.stringMatching(/^\d{10}$/),
      extPhone: '',
      websiteUrl: expect.any(String),
      qrCodeBackside: 'Co-branded page',
      language: 'en',
    });
    expect(data[0].logo).toBe(data[0].logoUrl);
  });

  test('is saved with an uploaded logo, which is public as PNG [MKT-208] [MKT-121]', async () => {
    const answer = await save(
      {},
      await sharp(await picture(400, 100))
        .jpeg()
        .toBuffer(),
    );
    expect(answer.statusCode).toBe(200);
    const { message, error, page } = answer.json();
    expect([message, error]).toEqual(['Update successful', undefined]);
    expect(page.flyer).toEqual({
      ...words,
      phone: '3035550177',
      websiteUrl: 'http://www.summit.example',
      logoFileName: 'own-logo.png',
    });
    expect(page.logo).not.toBe(page.logoUrl);
    const stored = await visitor(app).get(page.logo.replace('/api/v1', ''));
    expect((await sharp(stored.rawPayload).metadata()).format).toBe('png');
  });

  test('keeps its logo when the name is sent back, and loses it otherwise', async () => {
    await save({}, await picture(60, 60));
    const kept = (await save({ logoFileName: 'own-logo.png' })).json().page;
    expect(kept.flyer.logoFileName).toBe('own-logo.png');
    const without = (await save({ logoFileName: '' })).json().page;
    expect([without.flyer.logoFileName, without.logo]).toEqual([null, null]);
    expect(without.logoUrl).not.toBeNull();
  });

  test('has a company name of at most 100 characters, trimmed [MKT-156] [MKT-157]', async () => {
    expect(await fieldsOf({ companyName: 'x'.repeat(101) })).toEqual({
      'flyer.companyName': 'Enter 100 symbols maximum',
    });
    expect((await flyerOf({ companyName: `  ${'x'.repeat(98)}  y ` })).companyName).toBe(
      `${'x'.repeat(98)} y`,
    );
    expect((await flyerOf({ companyName: '' })).companyName).toBe('Summit Roofing LLC');
  });

  test('has a phone of ten digits, and an optional extension of at most six [MKT-165] [MKT-166] [MKT-167] [MKT-170]', async () => {
    expect(await fieldsOf({ phone: '555-0177' })).toEqual({
      'flyer.phone': 'Please enter a 10-digit number.',
    });
    expect(await fieldsOf({ phone: '30355501770' })).toEqual({
      'flyer.phone': 'Please enter a 10-digit number.',
    });
    expect(await fieldsOf({ extPhone: '1234567' })).toEqual({
      'flyer.extPhone': 'Enter 6 symbols maximum',
    });
    expect((await flyerOf({ extPhone: 'x12-34' })).extPhone).toBe('1234');
    expect(await flyerOf({ phone: '', extPhone: '12' })).toMatchObject({ phone: '', extPhone: '' });
  });

  test('has a website with optional protocol, which its QR code requires [MKT-171] [MKT-172] [MKT-173] [MKT-175] [MKT-176]', async () => {
    expect(await fieldsOf({ websiteUrl: 'no address' })).toEqual({
      'flyer.websiteUrl': 'The URL is not valid',
    });
    expect(await fieldsOf({ websiteUrl: `a.com/${'x'.repeat(130)}` })).toEqual({
      'flyer.websiteUrl': 'Enter 128 symbols maximum',
    });
    expect(await fieldsOf({ websiteUrl: '', qrCodeBackside: 'Company website' })).toEqual({
      'flyer.websiteUrl': 'This field is required.',
    });
    expect((await flyerOf({ websiteUrl: ' sum mit.example ' })).websiteUrl).toBe(
      'http://summit.example',
    );
    expect((await flyerOf({ websiteUrl: 'https://summit.example' })).websiteUrl).toBe(
      'https://summit.example',
    );
  });

  test('has a QR code for the page or for the website only [MKT-122]', async () => {
    expect((await flyerOf({ qrCodeBackside: '' })).qrCodeBackside).toBe('Co-branded page');
    expect((await flyerOf({ qrCodeBackside: 'Company website' })).qrCodeBackside).toBe(
      'Company website',
    );
    expect(Object.keys(await fieldsOf({ qrCodeBackside: 'Elsewhere' }))).toEqual([
      'flyer.qrCodeBackside',
    ]);
  });

  test('accepts a PNG, GIF, or JPG logo of at most 2048 KB [MKT-160] [MKT-161]', async () => {
    const png = await picture(50, 50);
    const limit = 2048 * 1024;
    const padded = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
    expect((await save({}, padded(limit))).statusCode).toBe(200);
    const large = await save({}, padded(limit + 1));
    expect(large.json().fields).toEqual({ logoFileBlob: 'Uploaded file cannot be more than 2MB' });
    const larger = await Promise.all(
      Array.from({ length: 8 }, () => save({}, padded(limit + 500_000))),
    );
    expect(new Set(larger.map(({ statusCode }) => statusCode))).toEqual(new Set([422]));
    for (const kind of ['gif', 'jpeg'] as const) {
      expect((await save({}, await sharp(png).toFormat(kind).toBuffer())).statusCode).toBe(200);
    }
    const other = await save({}, await sharp(png).webp().toBuffer());
    expect(other.json().fields).toEqual({
      logoFileBlob: 'Please upload a file in the PNG, GIF, or JPG format',
    });
  });

  test('is audited with old and new values', async () => {
    await save({ extPhone: '1' });
    await save({ extPhone: '2' });
    const { rows } = await app.deps.database.pool.query(
      "select contractor_id, entity_id, details from audit_log where action = 'flyer.updated' order by id desc limit 1",
    );
    expect(rows[0]).toEqual({
      contractor_id: 101,
      entity_id: '1000',
      details: { extPhone: { from: '1', to: '2' } },
    });
  });
});

describe('the flyer', () => {
  test('is a PDF of two letter pages with its content as text [MKT-226]', async () => {
    await save();
    const answer = await pro.get('/contractor/101/page/1000/flyer');
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toBe(
      'inline; filename="flyer-summit-roofing.pdf"',
    );
    expect(
      answer.rawPayload.toString('latin1').match(/\/MediaBox ?\[ ?0 0 612 792 ?\]/g)?.length,
    ).toBe(2);
    const { pages } = await readPdf(answer.rawPayload);
    expect(pages).toHaveLength(2);
    for (const part of [
      'Summit Roofing & Sons',
      '(303) 555-0177',
      'ext. 42',
      'www.summit.example',
      'Example',
      '$241',
    ]) {
      expect(pages[0]).toContain(part);
    }
    for (const part of ['localhost:3000/p/summit-roofing', 'soft check', 'not an offer of credit'])
      expect(pages[1]).toContain(part);
  });

  test('has the company as title and author, and no trace of the browser', async () => {
    await save();
    const { rawPayload } = await pro.get('/contractor/101/page/1000/flyer');
    expect(await aboutPdf(rawPayload)).toEqual({
      title: 'Summit Roofing & Sons financing flyer',
      author: 'Summit Roofing & Sons',
      creator: 'Lintel',
    });
    expect(rawPayload.toString('latin1')).not.toContain('HeadlessChrome');
  });

  test('shows the last saved content immediately', async () => {
    for (const companyName of ['First Name', 'Second Name']) {
      await save({ companyName });
      expect((await download()).pages[0]).toContain(companyName);
    }
  });

  test('is available in both languages, which never mix, and defaults to the saved one', async () => {
    const flyer = '/contractor/101/page/1002/flyer';
    const textOf = async (query: string) => {
      const answer = await pro.get(`${flyer}${query}`);
      return {
        name: String(answer.headers['content-disposition']),
        text: (await readPdf(answer.rawPayload)).text,
        about: await aboutPdf(answer.rawPayload),
      };
    };
    await save({ companyName: 'Summit Windows' }, undefined, 1002);
    for (const query of ['', '?lang=en', '?lang=es', '?lang=en']) {
      const { name, text, about } = await textOf(query);
      const spanish = query.endsWith('es');
      expect(text).toContain(spanish ? 'Qué puede financiar' : 'What financing can pay for');
      expect(text).not.toContain(spanish ? 'credit' : 'crédito');
      expect(name).toContain(`summit-windows${spanish ? '-es' : ''}.pdf`);
      expect(JSON.stringify(about)).toContain(
        spanish ? 'Volante de financiamiento de Summit Windows' : 'Summit Windows financing flyer',
      );
    }
    const pictures = async (query: string) =>
      (await pro.get(`${flyer}/images${query}`)).json().previewImageFrontSide;
    expect(await pictures('')).toBe(await pictures('?lang=en'));
    expect(await pictures('?lang=es')).not.toBe(await pictures('?lang=en'));
    expect((await save({ language: 'es' }, undefined, 1002)).json().page.flyer.language).toBe('es');
    expect((await textOf('')).text).toContain('Qué puede financiar');
    expect(await pictures('')).toBe(await pictures('?lang=es'));
  });

  test('rejects unsupported languages', async () => {
    for (const odd of ['lang=fr', 'lang=', 'lang[]=es', 'lang=es&lang=en', 'lang=%3Cscript%3E'])
      for (const what of ['flyer', 'flyer/images'])
        expect((await pro.get(`/contractor/101/page/1000/${what}?${odd}`)).statusCode, odd).toBe(
          400,
        );
    expect(Object.keys(await fieldsOf({ language: 'fr' }))).toEqual(['flyer.language']);
    expect((await pro.get('/contractor/101/page/1003/flyer?lang=es')).statusCode).toBe(404);
  });

  test('is served from a file and redrawn when the page changes', async () => {
    await download(1001);
    const drawn = () => app.deps.drawing.stats().chromium.drawn;
    const before = drawn();
    for (let count = 0; count < 5; count += 1) await download(1001);
    expect(drawn()).toBe(before);
    const params = JSON.stringify({ companyName: 'Summit Solar Two', ccAcceptance: 'No' });
    await pro.send('/contractor/101/page/1001', { pageName: 'summit-solar', params });
    expect((await download(1001)).pages[0]).toContain('Summit Solar Two');
    expect(drawn()).toBe(before + 1);
  });

  test('is ready after the jobs, however often they run', async () => {
    await save({ companyName: 'Ready Roofing' });
    await app.work();
    const before = app.deps.drawing.stats().chromium.drawn;
    const job = app.composed.jobs.find(({ job: { id } }) => id === 'marketing.draw-flyer');
    await job?.run({ contractorId: 101, pageId: 1000 });
    await job?.run({ contractorId: 101, pageId: 999_999 });
    expect((await download()).pages[0]).toContain('Ready Roofing');
    expect(app.deps.drawing.stats().chromium.drawn).toBe(before);
  });

  test('has images of both sides, at unguessable URLs [MKT-228]', async () => {
    const { previewImageFrontSide, previewImageBackSide } = (
      await pro.get('/contractor/101/page/1000/flyer/images')
    ).json();
    expect(previewImageFrontSide).not.toBe(previewImageBackSide);
    for (const address of [previewImageFrontSide, previewImageBackSide]) {
      expect(address).toMatch(/^\/api\/v1\/media\/flyer-[0-9a-f]{64}-[12]\.png$/);
      const { rawPayload } = await visitor(app).get(address.replace('/api/v1', ''));
      const { width, height } = await sharp(rawPayload).metadata();
      expect([width, height]).toEqual([1224, 1584]);
    }
  });

  test("with a template that can't be rendered returns a JSON error with the reason", async () => {
    const { pool } = app.deps.database;
    const { rows } = await pool.query('select body from marketing_templates where id = 1');
    await pool.query(
      "update marketing_templates set body = 'one' || chr(10) || '{{ company.name | nope }}' where id = 1",
    );
    const answer = await pro.get('/contractor/101/page/1002/flyer');
    await pool.query('update marketing_templates set body = $1 where id = 1', [rows[0].body]);
    expect(answer.statusCode).toBe(422);
    expect(answer.headers['content-type']).toMatch(/application\/json/);
    expect(answer.json()).toMatchObject({
      error: 'render_failed',
      message: expect.stringMatching(/^Line 2: .*nope/),
    });
  });

  test('escapes user input', async () => {
    await save({ companyName: '<script>alert(1)</script> {{ page.url }}' });
    expect((await download()).pages[0]).toContain('<script>alert(1)</script> {{ page.url }}');
  });
});

describe('another contractor’s flyer', () => {
  test('is not found', async () => {
    for (const path of [
      '/contractor/102/page/1003/flyer',
      '/contractor/101/page/1003/flyer',
      '/contractor/101/page/1003/flyer/images',
    ]) {
      expect((await pro.get(path)).statusCode, path).toBe(404);
    }
    expect((await pro.get('/contractor/102/page/marketing-materials')).statusCode).toBe(404);
    expect((await save({}, undefined, 1003)).statusCode).toBe(404);
    const rows = await app.deps.database.pool.query(
      'select 1 from page_flyers where page_id = 1003',
    );
    expect(rows.rowCount).toBe(0);
  });

  test('is closed to a user without marketing materials', async () => {
    const support = await signedInAs(app, 'support@demo.test');
    expect((await support.get('/contractor/101/page/1000/flyer')).statusCode).toBe(403);
    expect((await visitor(app).get('/contractor/101/page/1000/flyer')).statusCode).toBe(401);
  });
});
