import { eventExamples, type SentEvent } from '../examples.ts';
import {
  expectStatus,
  firstProblem,
  type Check,
  type Probe,
  type ProbeAnswer,
  type RunFacts,
} from './check.ts';

/** What our address for events answers. Those about an application change it: use a test one. */

const probe = (text: string): Probe => ({
  path: '',
  headers: { 'content-type': 'application/json' },
  body: text,
  signed: text,
  signature: 'valid',
});

type EventChange = { [Key in string]?: unknown };

/** An example event about the test application, with its own id and the current time. */
function eventOf(
  { run, now, application }: RunFacts,
  type: SentEvent['type'],
  id: string,
  change: EventChange = {},
): Probe {
  const event = {
    ...eventExamples[type],
    id: `kit-${run}-${id}`,
    application: application || `test-${run}`,
    createdAt: now.toISOString(),
    ...change,
  };
  return probe(JSON.stringify(event));
}

const offerOf = ({ run }: RunFacts, name: string): string => `kit-${run}-${name}`;

const offers = (facts: RunFacts, id: string, names: readonly string[], change: EventChange = {}) =>
  eventOf(facts, 'offers.received', id, {
    offers: names.map((name) => ({
      reference: offerOf(facts, name),
      kind: 'loan',
      lenderName: 'Conformance Lender',
      amount: 9000,
    })),
    ...change,
  });

const about = (
  facts: RunFacts,
  type: SentEvent['type'],
  id: string,
  name: string,
  change: EventChange = {},
): Probe => eventOf(facts, type, id, { offer: offerOf(facts, name), ...change });

/** 200, and whether the event was known. */
function booked(answer: ProbeAnswer, duplicate = false): string {
  const status = expectStatus(answer, 200);
  if (status !== '') return status;
  return answer.body.includes(`"duplicate":${duplicate}`)
    ? ''
    : `The answer must have "duplicate": ${duplicate}.`;
}

/** 422, naming the field. */
function invalid(answer: ProbeAnswer, field: string): string {
  const status = expectStatus(answer, 422);
  if (status !== '') return status;
  return answer.body.includes(field) ? '' : `The answer must name the field ${field}.`;
}

const one =
  (made: (facts: RunFacts) => Probe, expected: (answer: ProbeAnswer) => string): Check['run'] =>
  async (send, facts) =>
    expected(await send(made(facts)));

const ask =
  'Check the address, the secret, and that the application is one that this lender received. If they are right, send this report to your contact at the provider.';
const needsOffers = { needsApplication: true, needs: ['offers'] } as const;

/** `05:30` ahead of UTC, with a fraction of a second. */
const inIndia = (at: Date): string =>
  new Date(at.getTime() + 19_800_000).toISOString().replace('Z', '+05:30');

export const eventChecks: readonly Check[] = [
  {
    id: 'wrong-signature',
    title: 'A wrong signature gets 401',
    fix: ask,
    run: one(
      (facts) => ({ ...offers(facts, 'wrong', []), signature: 'wrong' }),
      (answer) => expectStatus(answer, 401),
    ),
  },
  {
    id: 'missing-signature',
    title: 'A missing signature gets 401',
    fix: ask,
    run: one(
      (facts) => ({ ...offers(facts, 'missing', []), signature: 'missing' }),
      (answer) => expectStatus(answer, 401),
    ),
  },
  {
    id: 'old-signature',
    title: 'A signature that is ten minutes old gets 401',
    fix: ask,
    run: one(
      (facts) => ({ ...offers(facts, 'old', []), signature: 'old' }),
      (answer) => expectStatus(answer, 401),
    ),
  },
  {
    id: 'malformed',
    title: 'A body that isn’t JSON gets 400',
    fix: ask,
    run: one(
      () => probe('{"id":'),
      (answer) => expectStatus(answer, 400),
    ),
  },
  {
    id: 'invalid-field',
    title: 'A wrong value gets 422 and names the field',
    fix: ask,
    run: one(
      (facts) => about(facts, 'offer.funded', 'invalid', '1', { amount: -1 }),
      (answer) => invalid(answer, 'amount'),
    ),
  },
  {
    id: 'time-without-offset',
    title: 'A time without an offset gets 422',
    fix: ask,
    run: one(
      (facts) =>
        offers(facts, 'no-offset', [], { createdAt: facts.now.toISOString().slice(0, 19) }),
      (answer) => invalid(answer, 'createdAt'),
    ),
  },
  {
    id: 'unknown-application',
    title: 'An unknown application gets 404',
    fix: ask,
    run: one(
      (facts) => offers(facts, 'unknown', [], { application: `unknown-${facts.run}` }),
      (answer) => expectStatus(answer, 404),
    ),
  },
  {
    id: 'too-early',
    title: 'An approval before its offer gets 404, to be sent again',
    fix: ask,
    needsApplication: true,
    run: one(
      (facts) => about(facts, 'application.approved', 'early', '1'),
      (answer) => expectStatus(answer, 404),
    ),
  },
  {
    id: 'offers',
    title: 'Offers are booked',
    fix: ask,
    needsApplication: true,
    run: one((facts) => offers(facts, 'offers', ['1', '2', '3']), booked),
  },
  {
    id: 'repeated',
    title: 'The same event again is a duplicate',
    fix: ask,
    ...needsOffers,
    run: one(
      (facts) => offers(facts, 'offers', ['1', '2', '3']),
      (answer) => booked(answer, true),
    ),
  },
  {
    id: 'any-offset',
    title: 'Times with any offset are accepted',
    fix: ask,
    ...needsOffers,
    run: one((facts) => offers(facts, 'offset', ['4'], { createdAt: inIndia(facts.now) }), booked),
  },
  {
    id: 'unknown-fields',
    title: 'Unknown fields are kept',
    fix: ask,
    ...needsOffers,
    run: one((facts) => offers(facts, 'more', ['5'], { promo: { code: 'SPRING' } }), booked),
  },
  {
    id: 'late-signature',
    title: 'A signature that is four minutes old is accepted',
    fix: ask,
    ...needsOffers,
    run: one((facts) => ({ ...offers(facts, 'late', ['6']), signature: 'late' }), booked),
  },
  {
    id: 'counter-offer',
    title: 'A counter-offer replaces an offer',
    fix: ask,
    ...needsOffers,
    run: one(
      (facts) =>
        offers(facts, 'counter', [], {
          offers: [
            {
              reference: offerOf(facts, '7'),
              kind: 'loan',
              lenderName: 'Conformance Lender',
              amount: 8000,
              replaces: offerOf(facts, '1'),
            },
          ],
        }),
      booked,
    ),
  },
  {
    id: 'expiry',
    title: 'An offer expires',
    fix: ask,
    ...needsOffers,
    run: one((facts) => about(facts, 'offer.expired', 'expired', '3'), booked),
  },
  {
    id: 'conditions',
    title: 'A conditional approval is booked, also one that arrives late',
    fix: ask,
    ...needsOffers,
    run: async (send, facts) => {
      const type = 'application.conditionally_approved';
      const newer = await send(about(facts, type, 'conditions', '2'));
      const createdAt = new Date(facts.now.getTime() - 3_600_000).toISOString();
      const older = await send(about(facts, type, 'conditions-late', '2', { createdAt }));
      return firstProblem(booked(newer), booked(older));
    },
  },
  {
    id: 'reversal-too-early',
    title: 'A reversal before its funding gets 404, to be sent again',
    fix: ask,
    ...needsOffers,
    run: one(
      (facts) => about(facts, 'funding.reversed', 'reversed-early', '2'),
      (answer) => expectStatus(answer, 404),
    ),
  },
  {
    id: 'approval',
    title: 'An approval is booked',
    fix: ask,
    ...needsOffers,
    run: one((facts) => about(facts, 'application.approved', 'approved', '2'), booked),
  },
  {
    id: 'stages',
    title: 'Each stage of a funding is booked once',
    fix: ask,
    ...needsOffers,
    run: async (send, facts) => {
      const stage = (id: string, name: string) =>
        send(about(facts, 'offer.funded', id, '2', { amount: 4500, stage: name }));
      const answers = [
        await stage('start', 'start of work'),
        // Another event about the same stage changes nothing.
        await stage('start-again', 'start of work'),
        await stage('end', 'end of work'),
      ];
      return firstProblem(...answers.map((answer) => booked(answer)));
    },
  },
  {
    id: 'reversal-too-much',
    title: 'A reversal above the funding gets 422',
    fix: ask,
    needsApplication: true,
    needs: ['stages'],
    run: one(
      (facts) => about(facts, 'funding.reversed', 'reversed-much', '2', { amount: 90_000 }),
      (answer) => invalid(answer, 'amount'),
    ),
  },
  {
    id: 'reversal',
    title: 'A reversal is booked',
    fix: ask,
    needsApplication: true,
    needs: ['stages'],
    run: one(
      (facts) => about(facts, 'funding.reversed', 'reversed', '2', { amount: 1500 }),
      booked,
    ),
  },
  {
    id: 'decline',
    title: 'A decline is booked',
    fix: ask,
    ...needsOffers,
    run: one((facts) => eventOf(facts, 'application.declined', 'declined'), booked),
  },
];
