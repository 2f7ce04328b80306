import { signedInAs, visitor, type TestApp, type TestClient } from './app.ts';
import type { Applied, openLenders } from './lenders.ts';
import { linkSentTo } from './mail.ts';

export interface DeskPerson {
  id: number;
  email: string;
  client: TestClient;
}

/** An offer as typed in the desk's form. */
export const typedOffer = {
  kind: 'loan',
  amount: '20,000.00',
  termMonths: '120',
  apr: '9.99',
  rateType: 'fixed',
  monthlyPayment: '264.20',
  fees: '0',
  dealerFee: '600',
  expiresOn: '',
  conditions: ['Proof of income'],
};

/** Invites someone to a lender's desk, who accepts and sets up an authenticator app. */
export async function joinDesk(
  app: TestApp,
  lenderId: number,
  { email, firstname = 'Jordan' }: { email: string; firstname?: string },
): Promise<DeskPerson> {
  const admin = await signedInAs(app, 'admin@demo.test');
  const answer = await admin.post(`/manage/lenders/${lenderId}/people`, {
    firstname,
    lastname: 'Lee',
    email,
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const enc = await linkSentTo(app, email.toLowerCase(), '/confirm');
  await visitor(app).post('/update-password', { enc, password: 'Demo-pass1' });
  return { id: answer.json().person.id, email, client: await signedInAs(app, email) };
}

/** What a person sees of an application, and does about it; `before` runs before each action. */
export const deskOf = (client: TestClient, reference: string, before?: () => void) => {
  const read = async () => (await client.get(`/lender/applications/${reference}`)).json();
  const send = async (path: string, action: object, key?: string) => {
    before?.();
    return client.post(
      `/lender/applications/${reference}/${path}`,
      { seen: (await read()).seen, ...action },
      key === undefined ? {} : { headers: { 'idempotency-key': key } },
    );
  };
  return {
    read,
    act: (action: object, key?: string) => send('actions', action, key),
    money: (action: object, key?: string) => send('fundings', action, key),
  };
};

/** Uploads a PDF for a lender's request as the homeowner, and delivers it. */
export async function uploadDocument(
  app: TestApp,
  world: Pick<Awaited<ReturnType<typeof openLenders>>, 'sql'>,
  applied: Applied,
  { request, content }: { request: number; content: Buffer },
): Promise<void> {
  const body = new FormData();
  body.append('file', new File([new Uint8Array(content)], 'stub.pdf'));
  const sent = new Request('http://localhost', { method: 'POST', body });
  await visitor(app).call(
    'POST',
    `/homeowner/applications/${applied.token}/requests/${request}/documents`,
    {
      payload: Buffer.from(await sent.arrayBuffer()),
      headers: { 'content-type': sent.headers.get('content-type') ?? '' },
    },
  );
  await world.sql(
    "update graphile_worker._private_jobs set run_at = now() where key like 'send-document-%'",
  );
  await app.work();
}
