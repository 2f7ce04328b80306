import type { LightMyRequestResponse } from 'fastify';
import type { FullDocument } from '@lintel/contract/documents/views';
import type { DocumentContentInput } from '@lintel/contract/documents/content';
import { signedInAs, type TestApp, type TestClient } from './app.ts';

/** The content of test documents: 2 × $1,250.00 and a free item. */
export const content: DocumentContentInput = {
  customer: {
    name: 'Casey Nguyen',
    company: 'Nguyen Property LLC',
    street: '1188 Larkspur Lane',
    city: 'Boulder',
    state: 'CO',
    zip: '80302',
    email: 'casey@nguyen.example',
    phone: '3035550142',
  },
  items: [
    { description: 'Shingles', quantity: '2', unitPrice: '$1,250.00' },
    { description: 'Gutter cleaning', quantity: 1, unitPrice: 0, isTaxable: false },
  ],
  notes: 'Thank you for your business.',
  terms: 'Half on acceptance.',
  projectName: 'Roof replacement',
};

interface Written {
  kind?: 'estimate' | 'invoice';
  content?: DocumentContentInput;
  customerId?: number;
  pageId?: number;
}

/** A contractor who works on documents. */
export interface Desk {
  client: TestClient;
  write(what?: Written): Promise<FullDocument>;
  read(id: number): Promise<FullDocument>;
  /** Performs an action on a document and returns its new state. */
  act(document: { id: number }, what: string, body?: object): Promise<FullDocument>;
  tryTo(document: { id: number }, what: string, body?: object): Promise<LightMyRequestResponse>;
  send(document: FullDocument, body?: object): Promise<FullDocument>;
  /** A new document, already sent. */
  sent(what?: Written): Promise<FullDocument>;
}

const whole = (answer: LightMyRequestResponse): FullDocument => {
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`);
  return answer.json();
};

export async function deskOf(app: TestApp, email = 'pro@demo.test'): Promise<Desk> {
  const client = await signedInAs(app, email);
  const tryTo: Desk['tryTo'] = ({ id }, what, body) =>
    client.post(`/documents/${id}${what === '' ? '' : `/${what}`}`, body);
  const act: Desk['act'] = async (document, what, body) => whole(await tryTo(document, what, body));
  const write: Desk['write'] = async (what = {}) =>
    whole(await client.post('/documents', { kind: 'estimate', content, ...what }));
  const send: Desk['send'] = (document, body = {}) =>
    act(document, 'send', { version: document.version, ...body });
  return {
    client,
    write,
    tryTo,
    act,
    send,
    read: async (id) => whole(await client.get(`/documents/${id}`)),
    sent: async (what) => send(await write(what)),
  };
}
