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
import { lenderFiles } from '../../../test/lender-files.ts';
import { dayIn } from '../days.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ exports: { mostRowsAtOnce: 100 } });
});
afterAll(() => app.close());

/** The allowed headers of a private response: never stored, or revalidated each time. */
const unkept = ['no-store', 'private, no-store', 'private, no-cache'];

const idOf = async (query: string): Promise<string> => {
  const { rows } = await app.deps.database.pool.query<{ id: number | string }>(query);
  const [row] = rows;
  if (row === undefined) throw new Error(`The demonstration has none: ${query}`);
  return String(row.id);
};

const colors = 'color1=1C418C&color2=68BA62&coBrandedColor=FFFFFF';
const invoice = {
  docType: 'Invoice',
  fullName: 'Casey Nguyen',
  submittedOn: '11/21/2026',
  numberPrice: '1042',
  items: JSON.stringify([{ description: 'Shingles', quantity: '24', unitPrice: '$125.50' }]),
};

interface Asked {
  email: string;
  path: string;
  payload?: object;
}

/** Requests for every file endpoint, by a user with access. */
async function grantedFiles(): Promise<Record<string, Asked>> {
  const [pro, admin] = ['pro@demo.test', 'admin@demo.test'];
  const page = await idOf(`select id from co_branded_pages where page_name = 'summit-roofing'`);
  const material = async (column: string): Promise<string> =>
    (
      await idOf(
        `select ${column} as id from training_materials where ${column} is not null limit 1`,
      )
    ).replace('training/', '');
  const social = await idOf(
    `select id from marketing_templates where kind = 'social' and is_active order by id limit 1`,
  );
  const flyer = await idOf(`select id from marketing_templates where kind = 'flyer' limit 1`);
  const w9 = `select contractor_id as id from w9_forms where replaced_at is null and copy_key <> '' limit 1`;
  return {
    'billing.receipt': {
      email: pro,
      path: `/payment/${await idOf(`select id from payments where contractor_id = 101 and state = 'Succeeded' limit 1`)}/receipt`,
    },
    'payouts.blank-w9': { email: pro, path: '/template/w9/pdf' },
    'payouts.preview-w9': { email: pro, path: '/contractor/101/w9/preview' },
    'payouts.review-w9-preview': {
      email: admin,
      path: `/manage/contractor/${await idOf(w9)}/w9/preview`,
    },
    'payouts.run-file': {
      email: admin,
      path: `/payout-run/${await idOf('select id from payout_runs where released_at is not null limit 1')}/file`,
    },
    'audit.export': { email: admin, path: '/manage/audit-export' },
    'accounting.export': {
      email: admin,
      path: '/manage/accounting/export?what=ledger&from=2026-01-01&to=2026-01-31',
    },
    'accounting.export-year-totals': {
      email: admin,
      path: '/manage/accounting/year-totals-export?year=2026',
    },
    'adverse-action.export': { email: admin, path: '/manage/adverse-action-export' },
    'applications.download-large-export': {
      email: pro,
      path: `/reports-applications-exports/${await idOf('select export_id as id from application_exports')}/file`,
    },
    'company-data.download-export': { email: pro, path: '/contractor/101/data-export/file' },
    'pages.media': {
      email: pro,
      path: `/media/${await idOf(`select logo_key as id from co_branded_pages where logo_key is not null limit 1`)}`,
    },
    'marketing.flyer': { email: pro, path: `/contractor/101/page/${page}/flyer` },
    'marketing.social-download': {
      email: pro,
      path: `/social-media-images/${social}/download?pageId=${page}`,
    },
    'marketing.social-preview': {
      email: pro,
      path: `/social-media-images/${social}/preview?pageId=${page}`,
    },
    'marketing.preview-flyer-template': {
      email: admin,
      path: `/manage/flyer-templates/${flyer}/preview`,
      payload: { body: '<p>Hello</p>' },
    },
    'marketing.preview-social-template': {
      email: admin,
      path: `/social-media-image-template/${social}/preview`,
      payload: { body: '<p>Hello</p>' },
    },
    'marketing.social-template-file': {
      email: admin,
      path: `/social-media-image-template/${social}/file`,
    },
    'marketing.full-page-preview': {
      email: pro,
      path: `/widgets/full-page/${page}/preview?${colors}`,
    },
    'applications.consent-record': {
      email: admin,
      path: `/manage/consents/${await idOf('select application_id as id from application_consents limit 1')}/record`,
    },
    'applications.export': {
      email: pro,
      path: '/reports-applications-export?format=csv&status=funded',
    },
    'commissions.statement': {
      email: pro,
      path: `/reports-commissions/statement?month=${dayIn(app.clock.now(), app.deps.config.BUSINESS_TIME_ZONE).slice(0, 7)}`,
    },
    'commissions.export': { email: pro, path: '/reports-commissions-export?format=csv' },
    'customers.export': { email: pro, path: '/customers-export?format=csv' },
    'documents.export': { email: pro, path: '/documents-export?format=csv' },
    'documents.pdf': {
      email: pro,
      path: `/documents/${await idOf(sentDocument('document_id'))}/revisions/${await idOf(sentDocument('revision'))}/pdf`,
    },
    'documents.preview': {
      email: pro,
      path: `/documents/${await idOf('select id from documents where contractor_id = 101 limit 1')}/preview`,
    },
    'invoices.price': { email: pro, path: `/widgets/${page}/price`, payload: invoice },
    'emails.view-template': {
      email: admin,
      path: `/manage/emails/templates/${await idOf('select id from email_templates limit 1')}/view`,
    },
    'training.image': { email: pro, path: `/materials/image/${await material('image_key')}` },
    'training.track': { email: pro, path: `/materials/track/${await material('track_key')}` },
    'training.video': {
      email: pro,
      path: `/materials/video/${(await material('video_key')).replace('.mp4', '')}`,
    },
  };
}

/** Of a sent revision. */
const sentDocument = (column: string): string =>
  `select ${column} as id from document_revisions where contractor_id = 101 order by document_id limit 1`;

/** Images and videos: a browser stores them and revalidates each time. */
const askedEachTime = [
  'marketing.flyer',
  'marketing.social-download',
  'marketing.social-preview',
  'marketing.social-template-file',
  'training.image',
  'training.track',
  'training.video',
];

test.each([
  ['nobody', null],
  ['a contractor', 'pro@demo.test'],
  ['staff', 'admin@demo.test'],
])(
  "browsers and proxies don't store API responses for %s, including rejections",
  async (_who, email) => {
    const client: TestClient = email === null ? visitor(app) : await signedInAs(app, email);
    const kept: string[] = [];
    let granted = 0;
    for (const spec of safelyOrdered()) {
      const { headers, statusCode } = await client.call(spec.method, addressFor(spec));
      const said = String(headers['cache-control']);
      if (statusCode < 300) granted += 1;
      const isPublic = spec.access.kind === 'anonymous' && said.startsWith('public');
      if (!isPublic && !unkept.includes(said)) kept.push(`${spec.name} ${statusCode} ${said}`);
      if (!('file' in spec.response) && said !== 'no-store')
        kept.push(`${spec.name} ${statusCode} ${said}`);
    }
    expect(kept).toEqual([]);
    // Most allowed calls succeed, instead of failing on a missing field.
    if (email !== null) expect(granted).toBeGreaterThan(40);
    expect(allEndpoints.length).toBeGreaterThan(100);
  },
  120_000,
);

test('no served file is stored, except public logos and images that are revalidated each time', async () => {
  const lender = await lenderFiles(app);
  const clients = new Map<string, TestClient>();
  for (const email of ['pro@demo.test', 'admin@demo.test'])
    clients.set(email, await signedInAs(app, email));
  await clients.get('pro@demo.test')?.post('/contractor/101/data-export');
  await clients.get('pro@demo.test')?.post('/reports-applications-export', { format: 'csv' });
  await app.work();
  clients.set(lender.email, lender.client);
  const asked: Record<string, Asked> = {
    ...(await grantedFiles()),
    'adverse-action.pdf': { email: 'admin@demo.test', path: lender.notice },
    'lender-desk.document': { email: lender.email, path: lender.document },
    'lender-desk.export': { email: lender.email, path: '/lender/applications-export' },
  };
  lender.close();
  // Excludes streams, which end with their connection, and webhook responses.
  const files = allEndpoints.filter(
    ({ response, access }) =>
      'file' in response && response.file !== 'text/event-stream' && access.kind !== 'signature',
  );
  expect(Object.keys(asked).toSorted()).toEqual(files.map(({ name }) => name).toSorted());
  for (const spec of files) {
    const { email = '', path = '', payload } = asked[spec.name] ?? {};
    const answer = await clients.get(email)?.call(spec.method, path, payload && { payload });
    expect([spec.name, answer?.statusCode, answer?.statusCode === 200 ? '' : answer?.body]).toEqual(
      [spec.name, 200, ''],
    );
    const said = String(answer?.headers['cache-control']);
    if (spec.access.kind === 'anonymous')
      expect([spec.name, said]).toEqual([spec.name, expect.stringContaining('public')]);
    else if (askedEachTime.includes(spec.name))
      expect([spec.name, said]).toEqual([spec.name, 'private, no-cache']);
    else expect([spec.name, said]).toEqual([spec.name, expect.stringContaining('no-store')]);
  }
}, 120_000);

test("responses to unknown addresses and unreadable bodies aren't stored either", async () => {
  const client = visitor(app);
  expect((await client.get('/no-such-thing')).headers['cache-control']).toBe('no-store');
  const broken = await client.post('/authentication', undefined, {
    payload: '{',
    headers: { 'content-type': 'application/json' },
  });
  expect([broken.statusCode, broken.headers['cache-control']]).toEqual([400, 'no-store']);
});

test('a cacheable image is revalidated each time, and served only to users who still have access', async () => {
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
