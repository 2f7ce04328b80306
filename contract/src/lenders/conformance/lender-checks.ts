import { applicationExample } from '../examples.ts';
import {
  protocolVersion,
  type ApplicationMessage,
  type ChoiceMessage,
  type DocumentFacts,
  type TestMessage,
} from '../messages.ts';
import {
  answerText,
  expectStatus,
  expectSuccess,
  firstProblem,
  type Check,
  type Probe,
  type ProbeAnswer,
  type RunFacts,
} from './check.ts';

/** What a lender must serve. Every message is marked `test` and has no one's data. */

const call = (path: string, key: string, body: object): Probe => {
  const text = JSON.stringify(body);
  return {
    path,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      'lintel-version': protocolVersion,
    },
    body: text,
    signed: text,
    signature: 'valid',
  };
};

const referenceOf = ({ run }: RunFacts, name = ''): string => `test-${run}${name}`;

function application(facts: RunFacts, name = '', more: object = {}): Probe {
  const reference = referenceOf(facts, name);
  const body: ApplicationMessage = {
    ...applicationExample,
    reference,
    consents: applicationExample.consents.map((consent) => ({
      ...consent,
      at: facts.now.toISOString(),
    })),
    test: true,
  };
  return call('/applications', reference, { ...body, ...more });
}

function choice(facts: RunFacts, number: number, path = '/choices', name = ''): Probe {
  const reference = referenceOf(facts, name);
  const offer = `offer-${number}`;
  const body: ChoiceMessage = {
    application: reference,
    offer: { reference: offer, kind: 'loan', amount: 9000 },
    choice: number,
    test: true,
  };
  return call(path, `${reference}.${offer}.${number}`, body);
}

/** A PDF without pages, and its SHA-256. */
export const sampleDocument = {
  body: '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
  sha256: '68d3dbe223d4659eb030429ecc280a437eb6e9b042a59797cbbd9e16f56c1d56',
} as const;

function document(facts: RunFacts, name: string, body: string = sampleDocument.body): Probe {
  const about: DocumentFacts = {
    application: referenceOf(facts),
    offer: 'offer-1',
    request: 'license',
    document: `document-${facts.run}${name}`,
    name: 'license.pdf',
    bytes: body.length,
    sha256: sampleDocument.sha256,
    test: true,
  };
  const header = btoa(JSON.stringify(about))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  const key = `${about.application}.document.${about.document}`;
  return {
    ...call('/documents', key, {}),
    headers: {
      'content-type': 'application/pdf',
      'idempotency-key': key,
      'lintel-version': protocolVersion,
      'lintel-document': header,
    },
    body,
    signed: header,
  };
}

/** Why two answers to the same `Idempotency-Key` show that it was handled twice; empty if not. */
function differs(first: ProbeAnswer, second: ProbeAnswer): string {
  if (second.status !== first.status)
    return `The first answer was ${first.status}, but for the repetition ${answerText(second)}.`;
  const [one, other] = [idsOf(first.body), idsOf(second.body)];
  return one === other
    ? ''
    : `The same Idempotency-Key got two ids: ${one}, then ${other}. It was stored twice.`;
}

/** The ids in a JSON answer, as text. */
function idsOf(body: string): string {
  const found = [...body.matchAll(/"(?:id|reference|number)"\s*:\s*("[^"]*"|\d+)/g)];
  return found.map(([, value = '']) => value).join(', ');
}

const twice =
  (probe: (facts: RunFacts) => Probe): Check['run'] =>
  async (send, facts) => {
    const first = await send(probe(facts));
    const problem = expectSuccess(first);
    return problem !== '' ? problem : differs(first, await send(probe(facts)));
  };

const once =
  (probe: (facts: RunFacts) => Probe, expected: (answer: ProbeAnswer) => string): Check['run'] =>
  async (send, facts) =>
    expected(await send(probe(facts)));

const success = (answer: ProbeAnswer): string => expectSuccess(answer);
const refusal = (answer: ProbeAnswer): string => expectStatus(answer, 400, 401, 403);

const signatureFix =
  'Compute the HMAC-SHA256 of "<t>.<raw body>" with the secret, compare it with each v1 of Lintel-Signature, and return 401 if none matches. Use the body’s bytes as received, not JSON that was parsed and written again.';
const keyFix =
  'Store the Idempotency-Key with the result. For a key that you know, do nothing and return the first answer again.';

export const lenderChecks: readonly Check[] = [
  {
    id: 'test-call',
    title: 'Accepts the test call',
    fix: 'Serve POST <address>/test: check the signature, and return any 2xx status within 20 seconds.',
    run: once((facts) => {
      const id = referenceOf(facts);
      const body: TestMessage = { type: 'test', id, sentAt: facts.now.toISOString(), test: true };
      return call('/test', id, body);
    }, success),
  },
  {
    id: 'application',
    title: 'Accepts an application',
    fix: 'Serve POST <address>/applications, and return any 2xx status within 20 seconds. Decide later, and send the answer as an event.',
    run: once(application, success),
  },
  {
    id: 'application-repeated',
    title: 'Accepts the same application twice',
    fix: keyFix,
    run: twice((facts) => application(facts, '-2')),
  },
  {
    id: 'application-new-field',
    title: 'Accepts fields that it doesn’t know',
    fix: 'Ignore unknown fields: the protocol may get new ones within its version.',
    run: once((facts) => application(facts, '-3', { fieldOfTheFuture: { value: 1 } }), success),
  },
  {
    id: 'choice',
    title: 'Accepts a chosen offer, also twice',
    fix: `Serve POST <address>/choices. ${keyFix}`,
    run: twice((facts) => choice(facts, 1)),
  },
  {
    id: 'given-up',
    title: 'Accepts an offer that was given up, also twice',
    fix: `Serve POST <address>/given-up. ${keyFix}`,
    run: twice((facts) => choice(facts, 2, '/given-up')),
  },
  {
    id: 'out-of-order',
    title: 'Accepts choices out of order',
    fix: 'Return success for an older choice, and ignore it: the higher `choice` is later.',
    run: async (send, facts) => {
      const later = await send(choice(facts, 4, '/given-up'));
      const earlier = await send(choice(facts, 3));
      return firstProblem(
        expectSuccess(later),
        expectSuccess(earlier, 'The older choice arrived after the newer one, and must succeed'),
      );
    },
  },
  {
    id: 'unknown-application',
    title: 'Answers a choice for an unknown application',
    fix: 'Return 404, which we retry, or a success. Don’t fail with a server error.',
    run: once(
      (facts) => choice(facts, 1, '/choices', '-unknown'),
      (answer) => (expectSuccess(answer) === '' ? '' : expectStatus(answer, 404, 409, 410, 422)),
    ),
  },
  {
    id: 'document',
    title: 'Accepts an uploaded document, also twice',
    fix: `Serve POST <address>/documents: the body is the file, its data is in Lintel-Document. ${keyFix}`,
    run: twice((facts) => document(facts, '')),
  },
  {
    id: 'document-changed',
    title: 'Rejects a document with another hash',
    fix: 'Compute the SHA-256 of the body, compare it with `sha256` in Lintel-Document, and return 400 if they differ.',
    run: once(
      (facts) => document(facts, '-changed', `${sampleDocument.body}%`),
      (answer) => expectStatus(answer, 400, 401, 403, 409, 422),
    ),
  },
  {
    id: 'wrong-signature',
    title: 'Rejects a wrong signature',
    fix: signatureFix,
    run: once((facts) => ({ ...application(facts, '-w'), signature: 'wrong' }), refusal),
  },
  {
    id: 'missing-signature',
    title: 'Rejects a call without a signature',
    fix: signatureFix,
    run: once((facts) => ({ ...application(facts, '-m'), signature: 'missing' }), refusal),
  },
  {
    id: 'changed-body',
    title: 'Rejects a changed body',
    fix: signatureFix,
    run: once((facts) => {
      const probe = application(facts, '-b');
      return { ...probe, body: probe.body.replace('9000', '90000') };
    }, refusal),
  },
  {
    id: 'document-signature',
    title: 'Rejects a document with a wrong signature',
    fix: 'Lintel-Signature of a document signs the text of Lintel-Document: "<t>.<Lintel-Document>".',
    run: once((facts) => ({ ...document(facts, '-w'), signature: 'wrong' }), refusal),
  },
  {
    id: 'old-signature',
    title: 'Rejects a signature that is ten minutes old',
    fix: 'Return 401 if `t` differs from your clock by more than five minutes, so that calls can’t be replayed.',
    run: once((facts) => ({ ...application(facts, '-o'), signature: 'old' }), refusal),
  },
  {
    id: 'late-signature',
    title: 'Accepts a signature that is four minutes old',
    fix: 'Accept differences of up to five minutes, and set your clock by NTP.',
    run: once((facts) => ({ ...application(facts, '-l'), signature: 'late' }), success),
  },
  {
    id: 'replaced-secret',
    title: 'Accepts calls while the secret is replaced',
    fix: 'Lintel-Signature then has several v1 values. Accept the call if any of them matches, wherever it is.',
    run: async (send, facts) => {
      const first = await send({ ...application(facts, '-r1'), signature: 'unknown-first' });
      const last = await send({ ...application(facts, '-r2'), signature: 'unknown-last' });
      return firstProblem(expectSuccess(first), expectSuccess(last));
    },
  },
];
