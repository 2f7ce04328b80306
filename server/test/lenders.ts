import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HomeownerApplication } from '@lintel/contract/applications/homeowner';
import type { LenderForm } from '@lintel/contract/lenders/lender';
import { signBody } from '../src/platform/crypto/secrets.ts';
import { signedInAs, visitor, type TestApp } from './app.ts';
import { consentsOn } from './consents.ts';

export interface TestLender {
  id: number;
  secret: string;
  /** Sends an event of the lender, signed with its secret, and returns the status. */
  event(
    application: string,
    body: object,
    options?: { secret?: string; to?: number },
  ): Promise<number>;
  /** The applications that it got. */
  got(): Record<string, unknown>[];
}

export interface Applied {
  id: number;
  contractorId: number;
  reference: string;
  token: string;
  read(): Promise<HomeownerApplication>;
  routes(): Promise<Record<string, { state: string; skipped: string[]; turn: number }>>;
}

/** Offers of the same amount, one per reference. */
export const offersOf = (...references: string[]) => ({
  type: 'offers.received',
  offers: references.map((reference) => ({
    reference,
    kind: 'loan',
    lenderName: `Bank of ${reference}`,
    amount: 20_000,
  })),
});

/** Lenders whose calls go to a server of the test, and applications that reach them. */
export async function openLenders(app: TestApp) {
  const calls: { path: string; body: Record<string, unknown> }[] = [];
  const answers = { status: 204 };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      calls.push({ path: request.url ?? '', body: JSON.parse(text) });
      response.writeHead(answers.status).end();
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const sql = async (text: string, values: unknown[] = []) =>
    (await app.deps.database.pool.query(text, values)).rows;
  let named = 0;
  let applied = 0;
  return {
    answers,
    sql,
    close: () => server.close(),
    /** Forgets all calls and lenders. */
    reset: async (): Promise<void> => {
      calls.length = 0;
      answers.status = 204;
      await sql(`update lenders set archived_at = now()`);
    },
    /** Adds an active lender. */
    lender: async (rules: Partial<LenderForm> = {}): Promise<TestLender> => {
      named += 1;
      const admin = await signedInAs(app, 'admin@demo.test');
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has an object as its address
      const { port } = server.address() as AddressInfo;
      const path = `/lender-${named}`;
      const form = {
        name: `Lender ${named}`,
        connection: 'webhook',
        url: `http://127.0.0.1:${port}${path}`,
        ...rules,
      };
      const { id } = (await admin.post('/manage/lenders', form)).json().lender;
      const { secret } = (
        await admin.post(`/manage/lenders/${id}/secrets`, { overlapHours: 0 })
      ).json();
      await admin.post(`/manage/lenders/${id}/resume`);
      return {
        id,
        secret,
        got: () =>
          calls.filter((one) => one.path === `${path}/applications`).map(({ body }) => body),
        event: async (application, body, { secret: other = secret, to = id } = {}) => {
          const payload = JSON.stringify({
            id: `event-${Math.random()}`,
            application,
            createdAt: app.clock.now().toISOString(),
            ...body,
          });
          const answer = await visitor(app).call('POST', `/integrations/lenders/${to}/events`, {
            payload,
            headers: {
              'content-type': 'application/json',
              'lintel-signature': signBody(other, payload, app.clock.now()),
            },
          });
          return answer.statusCode;
        },
      };
    },
    /** Sends an application and works off the jobs. */
    apply: async (change: object = {}, page = 'oak-and-iron'): Promise<Applied> => {
      applied += 1;
      const remoteAddress = `198.51.100.${applied}`;
      const call = (path: string, payload: object) =>
        visitor(app).call('POST', `/homeowner/${path}`, { payload, remoteAddress });
      const { token } = (await call(`pages/${page}/applications`, {})).json();
      const email = `routed${applied}@example.com`;
      await call(`applications/${token}/submit`, {
        firstName: 'Rita',
        lastName: 'Route',
        email,
        phone: `51255501${String(applied).padStart(2, '0')}`,
        city: 'Austin',
        state: 'TX',
        creditBand: 'good',
        requestedAmount: 22_000,
        project: 'Kitchen',
        projectAddress: '12 Elm Street',
        consents: await consentsOn(app, page),
        ...change,
      });
      await app.work();
      const [row] = await sql('select * from applications where email = $1', [email]);
      const own = [row.contractor_id, row.id];
      return {
        id: Number(row.id),
        contractorId: Number(row.contractor_id),
        reference: String(row.reference),
        token,
        read: async () => (await visitor(app).get(`/homeowner/applications/${token}`)).json(),
        routes: async () =>
          Object.fromEntries(
            (
              await sql(
                'select * from application_lenders where contractor_id = $1 and application_id = $2',
                own,
              )
            ).map(({ lender_id: id, state, skipped, turn }) => [id, { state, skipped, turn }]),
          ),
      };
    },
  };
}
