import { createServer, type IncomingMessage } from 'node:http';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  documentLimits,
  documentProblems,
  type DocumentProblem,
} from '@lintel/contract/applications/constants';
import type {
  HomeownerApplication,
  HomeownerRequest,
} from '@lintel/contract/applications/homeowner';
import { heic, jpeg, pdf, pdfOf, png } from '../../../../test/documents.ts';
import { consentsOn } from '../../../../test/consents.ts';
import { webhookSecret } from '../../../../test/edges.ts';
import { createTestApp, signedInAs, visitor, type TestApp } from '../../../../test/app.ts';
import { isSigned } from '../../../platform/crypto/secrets.ts';
import { recordLenderEvent } from '../index.ts';
import { applicationData } from '../own-data.ts';
import { documentJobs } from './send-to-lender.ts';
import { forgetFiles, sendDocument } from './queue-jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

let made = 0;
const sql = async (text: string, values: unknown[] = []) =>
  (await app.deps.database.pool.query(text, values)).rows;

/** An application whose chosen lender requests a license and pay stubs, and never decides. */
async function asked({ phone = '5125550149' } = {}) {
  made += 1;
  const remoteAddress = `198.51.100.${made}`;
  const email = `documents${made}@example.com`;
  const call = (path: string, payload: object = {}) =>
    visitor(app).call('POST', `/homeowner/${path}`, { payload, remoteAddress });
  const { token } = (await call('pages/oak-and-iron/applications')).json();
  const form = {
    firstName: 'Dora',
    lastName: 'Paper',
    email,
    phone,
    city: 'Austin',
    state: 'TX',
    creditBand: 'good',
    requestedAmount: 22_000,
    project: 'Kitchen',
  };
  await call(`applications/${token}/submit`, {
    ...form,
    consents: await consentsOn(app, 'oak-and-iron'),
  });
  await app.work();
  const read = async (): Promise<HomeownerApplication> =>
    (await visitor(app).get(`/homeowner/applications/${token}`)).json();
  const choose = async (lender: string, replaces: number | null = null): Promise<number> => {
    const offer = (await read()).offers.find(({ lenderName }) => lenderName === lender);
    await call(`applications/${token}/offers/${offer?.id}/choose`, { replaces });
    await app.work();
    return offer?.id ?? 0;
  };
  const chosen = await choose('Keystone Home Credit');
  const [row] = await sql(
    'select id, contractor_id, reference from applications where email = $1',
    [email],
  );
  const requests = async (): Promise<HomeownerRequest[]> => (await read()).requests;
  // The lender's two events may arrive in either order.
  const [license, stubs] = (await requests()).filter(({ kind }) => kind === 'document');
  expect(license).toBeDefined();
  const upload = (
    bytes: Buffer,
    { name = 'license.pdf', type = '', request = license?.id, secret = token } = {},
  ) => uploadTo(`applications/${secret}/requests/${request}/documents`, bytes, { name, type });
  const remove = (id: number, secret: string = token) =>
    visitor(app).call('DELETE', `/homeowner/applications/${secret}/documents/${id}`, {
      remoteAddress,
    });
  const uploadTo = async (
    path: string,
    bytes: Buffer,
    { name, type }: { name: string; type: string },
  ) => {
    const body = new FormData();
    body.append('file', new File([new Uint8Array(bytes)], name, { type }));
    const request = new Request('http://localhost', { method: 'POST', body });
    return visitor(app).call('POST', `/homeowner/${path}`, {
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      remoteAddress,
    });
  };
  const withdraw = () => call(`applications/${token}/withdraw`);
  const tell = (key: string, told: object) =>
    recordLenderEvent({ ...app.context, emit: async () => {} }, 'sandbox', {
      id: `test-${row.reference}-${key}`,
      application: row.reference,
      createdAt: app.clock.now().toISOString(),
      ...told,
    } as Parameters<typeof recordLenderEvent>[2]);
  const offer = `${row.reference}.loan.keystone`;
  return {
    token,
    read,
    requests,
    license,
    stubs,
    upload,
    remove,
    withdraw,
    choose,
    chosen,
    call,
    tell,
    offer,
    row,
    email,
  };
}

/** The stored document files. */
const stored = async (): Promise<string[]> =>
  (await app.deps.files.list({ after: 'documents/', limit: 1000 }))
    .map(({ key }) => key)
    .filter((key) => key.startsWith('documents/'));
/** Sends the waiting documents now. */
async function letGo(): Promise<void> {
  await sql(
    "update graphile_worker._private_jobs set run_at = now() where key like 'send-document-%'",
  );
  await app.work();
}
const documents = async (id: string) =>
  sql('select * from homeowner_documents where application_id = $1 order by id', [id]);

test('a document is sent to the lender, encrypted at rest, and accepted, and the homeowner sees its status', async () => {
  const { upload, requests, row } = await asked();
  const answer = await upload(pdf('secret content'), {
    name: 'Führerschein (1).pdf',
    type: 'application/pdf',
  });
  expect(answer.statusCode, answer.body).toBe(200);
  const [license] = await requests();
  expect(license).toMatchObject({
    kind: 'document',
    state: 'open',
    what: 'A copy of your driver’s license',
  });
  expect(license?.documents).toMatchObject([
    {
      name: 'Führerschein (1).pdf',
      bytes: pdf('secret content').length,
      state: 'waiting',
      reason: '',
    },
  ]);
  const [document] = await documents(row.id);
  const file = await app.deps.files.read(document.file_key);
  expect(file?.includes('secret content')).toBe(false);
  expect(JSON.stringify(document)).not.toContain('secret content');
  await letGo();
  const inOrder = (await requests()).toSorted((a, b) => a.kind.localeCompare(b.kind));
  const [after, stubs, call] = inOrder;
  expect(after).toMatchObject({ state: 'fulfilled', documents: [{ state: 'accepted' }] });
  expect([stubs?.state, call?.state, call?.kind]).toEqual(['open', 'open', 'information']);
});

test('accepts each kind; a blurry one is rejected with the reason, its file is deleted, and another can follow', async () => {
  const { upload, requests, row } = await asked();
  expect((await upload(jpeg(), { name: 'Blurry photo.jpg', type: 'image/jpeg' })).statusCode).toBe(
    200,
  );
  await letGo();
  const [license] = await requests();
  expect(license).toMatchObject({
    state: 'open',
    documents: [
      { state: 'rejected', reason: 'We cannot read it. Please take another photo in good light.' },
    ],
  });
  expect((await documents(row.id))[0]).toMatchObject({ file_key: null, sealed_key: null });
  for (const [bytes, name, type] of [
    [png(), 'a.png', 'image/png'],
    [heic(), 'b.heic', 'image/heic'],
    [jpeg(), 'c.jpeg', ''],
  ] as const) {
    const answer = await upload(bytes, { name, type });
    expect([name, answer.statusCode]).toEqual([name, 200]);
  }
  expect((await documents(row.id)).map(({ content_type: type }) => type)).toEqual([
    'image/jpeg',
    'image/png',
    'image/heic',
    'image/jpeg',
  ]);
  await letGo();
  expect((await requests())[0]?.state).toBe('fulfilled');
});

test('accepts 20 MB; one byte more, an empty file, a mislabeled file, or no file leaves nothing behind', async () => {
  const { upload, token, license, row } = await asked();
  const before = await stored();
  const problems: Record<string, [Buffer, string]> = {
    'A file cannot be more than 20 MB.': [pdfOf(documentLimits.bytes + 1), 'a.pdf'],
    'This file is empty.': [Buffer.alloc(0), 'a.pdf'],
    'Please choose a PDF or a picture (JPEG, PNG, HEIC).': [Buffer.from('MZ'), 'a.pdf'],
    'This file’s contents don’t match its file type. Please save it again and retry.': [
      pdf(),
      'a.jpg',
    ],
  };
  for (const [message, [bytes, name]] of Object.entries(problems)) {
    const answer = await upload(bytes, { name });
    expect([answer.statusCode, answer.json().fields]).toEqual([422, { file: message }]);
  }
  expect((await upload(pdfOf(21 * 1024 * 1024))).statusCode).toBe(422);
  const noFile = await visitor(app).send(
    `/homeowner/applications/${token}/requests/${license?.id}/documents`,
    { other: 'x' },
  );
  expect(noFile.statusCode).toBe(400);
  const asJson = await visitor(app).post(
    `/homeowner/applications/${token}/requests/${license?.id}/documents`,
    { file: 'x' },
  );
  expect(asJson.statusCode).toBe(415);
  expect([await stored(), await documents(row.id)]).toEqual([before, []]);
  expect((await upload(pdfOf())).statusCode).toBe(200);
  expect((await documents(row.id))[0]).toMatchObject({ bytes: documentLimits.bytes });
});

test('rejects a PDF with scripts, a password, or damage, gives the reason, and stores nothing', async () => {
  const { upload, row } = await asked();
  const before = await stored();
  const scripted = await PDFDocument.create();
  scripted.addPage();
  scripted.addJavaScript('hello', 'app.alert(1)');
  const escaped = pdf('\n4 0 obj<</S/J#61vaScript/J#53(app.alert\\(1\\))>>endobj\n%');
  const fixture = (name: string) =>
    readFile(new URL(`../../../../test/pdfs/${name}.pdf`, import.meta.url));
  const refused: [DocumentProblem, Buffer][] = [
    ['script', Buffer.from(await scripted.save())],
    ['script', escaped],
    ['script', await fixture('aes-256-script')],
    ['password', await fixture('password-needed')],
    ['damaged', Buffer.from('%PDF-1.7\nnothing\n%%EOF\n')],
  ];
  for (const [problem, bytes] of refused)
    expect((await upload(bytes)).json().fields).toEqual({ file: documentProblems[problem] });
  expect([await stored(), await documents(row.id)]).toEqual([before, []]);
  expect((await upload(await fixture('aes-256-packed'))).statusCode).toBe(200);
});

test("rejects another application's request, document, or secret", async () => {
  const own = await asked();
  const other = await asked();
  await other.upload(pdf());
  const [theirs] = (await other.requests())[0]?.documents ?? [];
  const call = (await own.requests()).find(({ kind }) => kind === 'information');
  expect((await own.upload(pdf(), { request: other.license?.id ?? 0 })).statusCode).toBe(404);
  expect((await own.upload(pdf(), { secret: 'x'.repeat(43) })).statusCode).toBe(404);
  expect((await own.upload(pdf(), { request: 2_000_000_000 })).statusCode).toBe(404);
  // Requests to be answered by phone accept no files.
  expect((await own.upload(pdf(), { request: call?.id ?? 0 })).statusCode).toBe(404);
  expect((await own.remove(theirs?.id ?? 0)).statusCode).toBe(404);
  expect((await own.remove(theirs?.id ?? 0, 'x'.repeat(43))).statusCode).toBe(404);
  expect((await other.requests())[0]?.documents).toHaveLength(1);
  expect(await documents(own.row.id)).toEqual([]);
  const fromElsewhere = await visitor(app).call(
    'DELETE',
    `/homeowner/applications/${other.token}/documents/${theirs?.id}`,
    {
      headers: { 'sec-fetch-site': 'cross-site' },
    },
  );
  expect(fromElsewhere.statusCode).toBe(403);
});

test('the homeowner can remove a document until it is being sent', async () => {
  const { upload, requests, remove, row } = await asked();
  await upload(pdf());
  await upload(pdf(), { name: 'second.pdf' });
  const [first, second] = (await requests())[0]?.documents ?? [];
  expect((await remove(first?.id ?? 0)).statusCode).toBe(200);
  expect((await remove(first?.id ?? 0)).statusCode).toBe(404);
  const before = await stored();
  await letGo();
  expect((await stored()).length).toBeLessThanOrEqual(before.length);
  expect((await requests())[0]?.documents.map(({ name }) => name)).toEqual(['second.pdf']);
  expect((await remove(second?.id ?? 0)).statusCode).toBe(409);
  expect(await documents(row.id)).toHaveLength(1);
});

test('parallel uploads stop at the limit and leave no orphaned files', async () => {
  const { upload, row } = await asked();
  const [{ id: requestId }] = await sql(
    'select id from lender_requests where application_id = $1 order by id limit 1',
    [row.id],
  );
  await sql(
    `insert into homeowner_documents (contractor_id, application_id, request_id, reference, name, content_type, bytes, sha256, uploaded_at, state)
     select $1, $2, $3, 'filler-' || n || '-' || $2::bigint, 'x.pdf', 'application/pdf', 1, '', now(), 'sent' from generate_series(1, 18) n`,
    [row.contractor_id, row.id, requestId],
  );
  const before = (await stored()).length;
  const answers = await Promise.all([1, 2, 3, 4].map((n) => upload(pdf(), { name: `${n}.pdf` })));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 200, 422, 422,
  ]);
  expect(await documents(row.id)).toHaveLength(documentLimits.each);
  expect((await stored()).length - before).toBe(2);
});

test('limits parallel uploads and uploads per day', async () => {
  const { upload, row } = await asked();
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(pdfOf(3_000_000))));
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4);
  await sql('update call_counters set count = 60 where key = $1', [`documents:${row.id}`]);
  expect((await upload(pdf())).statusCode).toBe(429);
});

test('after a withdrawal, a payout, or another choice uploads are rejected and waiting documents removed; on a closed page they continue', async () => {
  const waiting: string[] = [];
  const store = async ({ upload, row }: Awaited<ReturnType<typeof asked>>) => {
    // On a busy machine, checking a file may exceed its limit; then the answer is 503.
    await expect.poll(async () => (await upload(pdf())).statusCode, { timeout: 60_000 }).toBe(200);
    waiting.push(...(await documents(row.id)).map(({ file_key: key }) => key));
  };
  const withdrawn = await asked();
  await store(withdrawn);
  await withdrawn.withdraw();
  expect((await withdrawn.upload(pdf())).statusCode).toBe(409);
  expect(await documents(withdrawn.row.id)).toEqual([]);

  const funded = await asked();
  await store(funded);
  await funded.tell('funded', { type: 'offer.funded', offer: funded.offer, amount: 22_000 });
  expect((await funded.upload(pdf())).json()).toMatchObject({ error: 'application_closed' });
  expect(await documents(funded.row.id)).toEqual([]);

  const another = await asked();
  await store(another);
  expect(waiting).toHaveLength(3);
  await another.choose('Bright Harbor Bank', another.chosen);
  expect((await another.upload(pdf())).statusCode).toBe(409);
  expect(await documents(another.row.id)).toEqual([]);
  expect((await another.requests()).map(({ state }) => state)).toEqual(['open', 'open', 'open']);

  await letGo();
  for (const key of waiting) expect(await stored()).not.toContain(key);

  const closed = await asked();
  await sql("update co_branded_pages set is_active = false where page_name = 'oak-and-iron'");
  expect((await closed.upload(pdf())).statusCode).toBe(200);
  await sql("update co_branded_pages set is_active = true where page_name = 'oak-and-iron'");
});

test("contractors, exports, and staff never see a homeowner's uploads", async () => {
  const { upload, row, email } = await asked();
  await upload(pdf(), { name: 'Very private name.pdf' });
  await letGo();
  const owner = await signedInAs(app, 'brand@demo.test');
  const [{ contractor_id: contractorId }] = await sql(
    'select contractor_id from applications where id = $1',
    [row.id],
  );
  for (const path of [`/reports-applications/${row.id}`, `/reports-applications?search=${email}`]) {
    const { body, statusCode } = await owner.get(path);
    expect([path, statusCode]).toEqual([path, 200]);
    for (const secret of ['Very private name', 'pay stubs', 'license'])
      expect(body).not.toContain(secret);
  }
  const data = applicationData(app.context);
  for (const { rows } of data.tables ?? [])
    for await (const cells of rows(contractorId))
      expect(JSON.stringify(cells)).not.toContain('Very private name');
});

/** A lender that answers as the test decides and records its calls. */
async function lender(statuses: number[]) {
  const got: { request: IncomingMessage; body: Buffer }[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      got.push({ request, body });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const connect = (connection: string, url: string) =>
    sql('update lenders set connection = $1, url = $2 where id = 1', [connection, url]);
  await connect('webhook', `http://127.0.0.1:${port}`);
  const close = async (): Promise<void> => {
    server.close();
    await connect('sandbox', '');
  };
  return { got, close };
}

test('a real lender gets the bytes with a signature over all of it, again after a failure, under the same key', async () => {
  const { upload, requests, row, tell, offer } = await asked();
  const { got, close } = await lender([500, 200]);
  const bytes = pdfOf(300_000);
  await upload(bytes, { name: 'stub.pdf' });
  await sql("delete from graphile_worker._private_jobs where key like 'send-document-%'");
  const [document] = await documents(row.id);
  const handler = documentJobs(app.context).find(({ job }) => job.id === sendDocument.id);
  const which = {
    contractorId: row.contractor_id,
    applicationId: Number(row.id),
    documentId: Number(document.id),
  };
  await expect(handler?.run(which)).rejects.toThrow('answered 500');
  expect((await requests())[0]?.documents).toMatchObject([{ state: 'sending' }]);
  await handler?.run(which);
  await handler?.run(which);
  expect((await requests())[0]?.documents).toMatchObject([{ state: 'sent' }]);
  // Two calls: one refused, one accepted; a third job run has nothing to do.
  expect(got).toHaveLength(2);
  for (const { request, body } of got) {
    expect(request.url).toBe('/documents');
    const said = String(request.headers['lintel-document']);
    expect(
      isSigned(webhookSecret, said, String(request.headers['lintel-signature']), new Date()),
    ).toBe(true);
    const facts = JSON.parse(Buffer.from(said, 'base64url').toString());
    expect(facts).toEqual({
      application: row.reference,
      offer,
      request: 'license',
      document: document.reference,
      name: 'stub.pdf',
      bytes: bytes.length,
      sha256: document.sha256,
    });
    expect([request.headers['content-type'], request.headers['idempotency-key']]).toEqual([
      'application/pdf',
      `${row.reference}.document.${document.reference}`,
    ]);
    expect(body.equals(bytes)).toBe(true);
  }
  await close();

  // The lender's events may repeat and arrive in any order: the later decision counts.
  const about = { offer, request: 'license', document: document.reference };
  const earlier = new Date(app.clock.now().getTime() - 60_000).toISOString();
  expect(await tell('acc', { type: 'document.accepted', ...about })).toEqual({ duplicate: false });
  expect(await tell('acc', { type: 'document.accepted', ...about })).toEqual({ duplicate: true });
  await tell('rej', {
    type: 'document.rejected',
    ...about,
    reason: 'Too dark',
    createdAt: earlier,
  });
  expect((await requests())[0]?.documents).toMatchObject([{ state: 'accepted', reason: '' }]);
  await expect(
    tell('x', { type: 'document.accepted', ...about, document: 'nobody' }),
  ).rejects.toThrow();
  await expect(
    tell('y', { type: 'request.fulfilled', offer, request: 'nobody' }),
  ).rejects.toThrow();
});

test('requests end one by one; after the last the lender no longer waits, and only a new reference starts a new request', async () => {
  const { requests, read, tell, offer } = await asked();
  const ask = (key: string, request: string) =>
    tell(key, {
      type: 'documents.requested',
      offer,
      documents: [{ request, what: 'A bank statement', how: '' }],
    });
  await ask('a', 'statement');
  await ask('b', 'statement');
  expect((await requests()).filter(({ what }) => what === 'A bank statement')).toHaveLength(1);
  for (const request of ['license', 'pay-stubs', 'employment'])
    await tell(request, { type: 'request.fulfilled', offer, request });
  expect(await read()).toMatchObject({ next: { step: 'inform', actor: 'homeowner' } });
  await tell('w', { type: 'request.withdrawn', offer, request: 'statement' });
  expect(await read()).toMatchObject({
    information: null,
    next: { step: 'decide', actor: 'lender' },
  });
  await ask('c', 'statement');
  expect((await requests()).filter(({ state }) => state === 'open')).toEqual([]);
  await ask('d', 'statement-2');
  expect(await read()).toMatchObject({ next: { step: 'inform', actor: 'homeowner' } });
});

test('the sandbox lender approves and funds only once it has every document', async () => {
  const { upload, read, row, stubs } = await asked({ phone: '5125550177' });
  const milestones = async () =>
    (await sql('select approved_at, funded_at from applications where id = $1', [row.id]))[0];
  const finish = async (): Promise<void> => {
    // The sandbox's answers are some seconds apart.
    for (let turn = 0; turn < 4; turn += 1) {
      await sql(
        "update graphile_worker._private_jobs set run_at = now() where key like 'sandbox-%'",
      );
      await app.work();
    }
  };
  const store = (request?: number) =>
    expect
      .poll(async () => (await upload(pdf(), { request })).statusCode, { timeout: 60_000 })
      .toBe(200);

  await store();
  await letGo();
  await finish();
  expect((await read()).requests.map(({ state }) => state)).toEqual(['fulfilled', 'open']);
  expect(await milestones()).toEqual({ approved_at: null, funded_at: null });

  await store(stubs?.id);
  await letGo();
  await finish();
  expect(await milestones()).toEqual({
    approved_at: expect.any(Date),
    funded_at: expect.any(Date),
  });
});

test('deletes the file thirty days after the lender received it, and keeps its row', async () => {
  const { upload, requests, row } = await asked();
  const answer = await upload(pdf());
  expect(answer.statusCode, answer.body).toBe(200);
  await letGo();
  const forget = app.composed.schedules.find(({ handler }) => handler.job.id === forgetFiles.id);
  const [{ file_key: key }] = await documents(row.id);
  await forget?.handler.run({});
  await app.work();
  expect(await stored()).toContain(key);
  app.clock.pass(31 * 86_400);
  await forget?.handler.run({});
  await app.work();
  expect(await stored()).not.toContain(key);
  expect((await requests())[0]?.documents).toMatchObject([
    { name: 'license.pdf', state: 'accepted' },
  ]);
});
