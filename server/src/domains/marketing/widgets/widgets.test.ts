import { afterAll, beforeAll, expect, test } from 'vitest';
import { bannerSizes } from '@lintel/contract/marketing/constants';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../../test/app.ts';
import { mailTo } from '../../../../test/mail.ts';

let app: TestApp;
let pro: TestClient;
let free: TestClient;
let pageId: number;
let othersPageId: number;
beforeAll(async () => {
  app = await createTestApp();
  [pro, free] = await Promise.all([
    signedInAs(app, 'pro@demo.test'),
    signedInAs(app, 'free@demo.test'),
  ]);
  [pageId, othersPageId] = (await Promise.all(['summit-roofing', 'oak-and-iron'].map(idOf))) as [
    number,
    number,
  ];
});
afterAll(() => app.close());

const idOf = async (pageName: string): Promise<number> => {
  const { rows } = await app.deps.database.pool.query(
    'select id from co_branded_pages where page_name = $1',
    [pageName],
  );
  return (rows[0] as { id: number }).id;
};
const setTier = (tier: string) =>
  app.deps.database.pool.query(
    'update contractors set plan_id = (select id from plans where tier = $1 limit 1) where id = 101',
    [tier],
  );

const colors = 'color1=$FFD200&color2=$472152&coBrandedColor=$293033';
const realColors = 'color1=$FFD200&color2=$522762&color3=$293033';
const calculator = () => `/widgets/payment-calculator/${pageId}`;
const real = () => `/widgets/real/${pageId}`;
const fullPage = () => `/widgets/full-page/${pageId}`;

test("a contractor gets the calculator's code with the third color as coBrandedColor [MKT-128] [MKT-211]", async () => {
  const answer = await pro.get(
    `${calculator()}?userId=11&pageId=${pageId}&${colors}&border=0&hideLink=1`,
  );
  expect(answer.statusCode).toBe(200);
  const { html, script } = answer.json<{ html: string; script: string }>();
  expect(html).toContain(
    `data-lintel="calculator" data-page="${pageId}" data-color1="FFD200" data-color2="472152" data-color3="293033"`,
  );
  expect(html).toContain('data-hidelink="1" data-border="0"');
  expect(script).toBe('<script async src="http://localhost:3000/embeds/v1.js"></script>');
});

test("a contractor gets the full page widget's code with the third color as coBrandedColor [MKT-129] [MKT-218]", async () => {
  const answer = await pro.get(`${fullPage()}?userId=11&${colors}&hideLink=1`);
  const { html } = answer.json<{ html: string }>();
  expect(html).toContain(`data-lintel="full-page" data-page="${pageId}"`);
  expect(html).toContain('data-color3="293033" data-hidelink="1"');
});

test("a contractor gets the real widget's code with the third color as color3, and a preview [MKT-130] [MKT-209]", async () => {
  const answer = await pro.get(
    `${real()}?userId=11&${realColors}&widthbtn=500&textButton=Start%20here&hideLink=0`,
  );
  const code = answer.json<Record<'script' | 'html' | 'previewScript' | 'previewHtml', string>>();
  expect(code.html).toContain('data-color3="293033" data-ink="293033" data-width="500"');
  expect(code.html).toContain('>Start here</a>');
  expect(code.script).toContain('/embeds/v1.js');
  expect(code.previewHtml).toBe(code.html);
  expect(code.previewScript).toBe(code.script);
});

test('empty options count as omitted [MKT-209] [MKT-257]', async () => {
  const answer = await pro.get(`${real()}?userId=&${realColors}&widthbtn=&textButton=&hideLink=`);
  expect(answer.statusCode).toBe(200);
  expect(answer.json<{ html: string }>().html).toMatch(/data-width="400".*>Apply now<\/a>/);
});

test('banners have an id and a name, sizes a label, a width, and a height [MKT-125] [MKT-126] [MKT-213] [MKT-214]', async () => {
  const [designs, sizes] = await Promise.all([
    pro.get('/widgets/banners?userId=11'),
    pro.get('/widgets/banners/size?userId=11'),
  ]);
  const { data } = designs.json<{ data: { id: number; name: string }[] }>();
  expect(data).toHaveLength(6);
  expect(data[0]).toEqual({ id: 1, name: 'Clear Sky' });
  expect(sizes.json<{ data: unknown }>().data).toEqual(
    bannerSizes.map(({ size, width, height }) => ({ size, width, height })),
  );
});

test('a contractor gets the code of a banner in the requested size [MKT-215]', async () => {
  const answer = await pro.get(
    `/widgets/banner/2?pageId=${pageId}&width=728&height=90&userId=11&hideLink=0`,
  );
  const { code, params } = answer.json<{ code: string; params: object }>();
  expect(code).toContain(`/embeds/picture/2/${pageId}-flat.png`);
  expect(params).toEqual({ width: 728, height: 90 });
  expect((await pro.get(`/widgets/banner/99?pageId=${pageId}`)).statusCode).toBe(404);
  expect((await pro.get(`/widgets/banner/2?pageId=${pageId}&width=1&height=1`)).statusCode).toBe(
    400,
  );
});

test('hideLink 0 keeps the link of a banner, 1 removes it [MKT-224] [MKT-225]', async () => {
  const codeWith = async (hideLink: string): Promise<string> =>
    (await pro.get(`/widgets/banner/2?pageId=${pageId}&hideLink=${hideLink}`)).json<{
      code: string;
    }>().code;
  expect(await codeWith('0')).toMatch(
    /^<a href="http:\/\/localhost:3000\/p\/summit-roofing\?source=banner"><picture>.*<img[^>]*><\/picture><\/a>$/,
  );
  expect(await codeWith('1')).toMatch(/^<picture>.*<img[^>]*><\/picture>$/);
});

test("a code's language is English, Spanish, or none, and a banner's defaults to English", async () => {
  const calculator = '/widgets/payment-calculator';
  const colors = 'color1=$68BA62&color2=$1C418C&coBrandedColor=$FFFFFF';
  const languageOf = async (lang: string): Promise<string | undefined> => {
    const answer = await pro.get(`${calculator}/${pageId}?${colors}${lang}`);
    expect(answer.statusCode, lang).toBe(200);
    return / data-lang="(\w+)"/.exec(answer.json<{ html: string }>().html)?.[1];
  };
  expect(await languageOf('')).toBeUndefined();
  expect(await languageOf('&lang=')).toBeUndefined();
  expect(await languageOf('&lang=es')).toBe('es');
  for (const odd of ['&lang=fr', '&lang=%22%3E%3Cscript%3E', '&lang[]=es', '&lang=es&lang=en'])
    expect((await pro.get(`${calculator}/${pageId}?${colors}${odd}`)).statusCode, odd).toBe(400);
  const banner = await pro.get(`/widgets/banner/2?pageId=${pageId}&lang=es`);
  expect(banner.json<{ code: string }>().code).toContain('.png?lang=es');
  const others = await pro.get(`/widgets/banner/2?pageId=1003&lang=es`);
  expect(others.statusCode).toBe(404);
});

test('a color can start with a dollar sign, a number sign, or neither [MKT-221]', async () => {
  for (const [sent, status] of [
    ['$68BA62', 200],
    ['%2368BA62', 200],
    ['68ba62', 200],
    ['red', 400],
    ['$68BA6', 400],
    ['$68BA62;', 400],
  ] as const) {
    const answer = await pro.get(
      `${calculator()}?color1=${sent}&color2=$1C418C&coBrandedColor=$FFFFFF`,
    );
    expect([sent, answer.statusCode]).toEqual([sent, status]);
  }
});

test('the full page widget requires a page and a tier other than Free [MKT-217]', async () => {
  const shows = async (client: TestClient): Promise<boolean> =>
    (await client.get('/widgets/full-page/show')).json<{ show: boolean }>().show;
  expect(await shows(pro)).toBe(true);
  expect(await shows(free)).toBe(false);
  await setTier('Free');
  expect(await shows(pro)).toBe(false);
  for (const path of [
    `${real()}?${realColors}`,
    `${fullPage()}?${colors}`,
    `${fullPage()}/preview?${colors}`,
  ])
    expect((await pro.get(path)).statusCode, path).toBe(403);
  expect((await pro.get(`${calculator()}?${colors}`)).statusCode).toBe(200);
  await setTier('Pro');
  expect((await pro.get(`${real()}?${realColors}`)).statusCode).toBe(200);
});

test('the preview is a page that contains only the same code [MKT-220]', async () => {
  const query = `userId=11&${colors}&hideLink=1`;
  const [preview, code] = await Promise.all([
    pro.get(`${fullPage()}/preview?${query}`),
    pro.get(`${fullPage()}?${query}`),
  ]);
  expect(preview.headers['content-type']).toContain('text/html');
  const { html, script } = code.json<{ html: string; script: string }>();
  expect(preview.body).toContain(`<body>\n${html}\n${script}\n</body>`);
});

test("another contractor's page and a closed page are not found", async () => {
  for (const id of [othersPageId, 999_999])
    for (const path of [
      `/widgets/payment-calculator/${id}?${colors}`,
      `/widgets/full-page/${id}?${colors}`,
      `/widgets/full-page/${id}/preview?${colors}`,
      `/widgets/real/${id}?${realColors}`,
      `/widgets/banner/1?pageId=${id}`,
    ])
      expect((await pro.get(path)).statusCode, path).toBe(404);
  const mailed = await pro.send(`/widgets/banner/1/mail`, {
    pageId: String(othersPageId),
    email: 'a@b.example',
  });
  expect(mailed.statusCode).toBe(404);
});

const form = { color1: '#FFD200', color2: '#472152', coBrandedColor: '#293033', hideLink: '0' };
const realForm = {
  color1: '#FFD200',
  color2: '#522762',
  color3: '#293033',
  widthbtn: '400',
  textButton: '',
};

test('a code is e-mailed to the address without whitespace [MKT-212]', async () => {
  const answer = await pro.send(`${calculator()}/mail`, {
    ...form,
    color1: '$FFD200',
    border: '1',
    email: ' web master@agency.example ',
  });
  expect(answer.json()).toEqual({ message: 'Success!' });
  const [mail] = await mailTo(app, 'webmaster@agency.example');
  expect(mail?.event).toBe('widget-code');
  expect(mail?.subject).toBe('Code for the Summit Roofing LLC website: monthly payment calculator');
  expect(mail?.text).toContain(`<div data-lintel="calculator" data-page="${pageId}"`);
  expect(mail?.text).toContain('<script async src="http://localhost:3000/embeds/v1.js"></script>');
});

test('the codes of the full page, button, and banner are e-mailed, with raw colors [MKT-210] [MKT-216] [MKT-219] [MKT-222] [MKT-223]', async () => {
  const to = { email: 'codes@agency.example' };
  const answers = [
    await pro.send(`${fullPage()}/mail`, { ...form, ...to }),
    await pro.send(`${real()}/mail`, { ...realForm, ...to }),
    await pro.send('/widgets/banner/3/mail', {
      pageId: String(pageId),
      width: '300',
      height: '250',
      ...to,
    }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const [banner, button, page] = await mailTo(app, to.email);
  expect(page?.text).toContain('data-lintel="full-page"');
  expect(page?.text).toContain('data-color1="FFD200"');
  expect(button?.text).toContain('data-lintel="real-widget"');
  expect(banner?.text).toContain('picture/3/');
});

test('an e-mail address is required, must be valid and at most 250 characters, and at most 30 codes are sent per hour', async () => {
  for (const email of ['', 'nobody', `${'a'.repeat(240)}@agency.example`]) {
    const answer = await pro.send(`${calculator()}/mail`, { ...form, email });
    expect(answer.statusCode).toBe(422);
    expect(answer.json<{ fields: object }>().fields).toHaveProperty('email');
  }
  let status = 200;
  for (let sent = 0; sent < 40 && status !== 429; sent += 1)
    status = (await pro.send(`${calculator()}/mail`, { ...form, email: 'many@agency.example' }))
      .statusCode;
  expect(status).toBe(429);
});
