import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serviceAgreement } from '@lintel/contract/contractors/agreement';
import { quizQuestions } from '@lintel/contract/contractors/quiz';
import type { Session } from '@lintel/contract/identity/sessions';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';
import { writeSettingValue } from '../../platform/settings/store.ts';

let app: TestApp;
let free: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  free = await signedInAs(app, 'free@demo.test');
});
afterAll(() => app.close());

const sessionOf = async (client: TestClient): Promise<Session> =>
  (await client.get('/user')).json();
const answers = quizQuestions.map(({ question, answers: [first] }) => ({
  question,
  answer: first,
}));
const quizOf = (quiz: unknown, contractorId = '104') => ({
  contractorId,
  quiz: JSON.stringify(quiz),
});

describe('the service agreement', () => {
  test('is accepted by a contractor user, recorded with user, time, address, and version [MKT-132] [MKT-204]', async () => {
    expect(await sessionOf(free)).toMatchObject({
      needConfirmProviderAgreement: true,
      contractor: { needConfirmServiceAgreement: true },
    });
    const answer = await free.post(
      '/confirmProviderAgreement',
      { version: serviceAgreement.version },
      { headers: { 'user-agent': 'A browser' }, remoteAddress: '203.0.113.7' },
    );
    expect(answer.json()).toEqual({ message: 'Thank you. The service agreement is accepted.' });
    expect((await sessionOf(free)).needConfirmProviderAgreement).toBe(false);
    const { rows } = await app.deps.database.pool.query(
      'select * from agreement_acceptances where contractor_id = 104',
    );
    expect(rows).toEqual([
      expect.objectContaining({
        contractor_id: 104,
        user_id: 14,
        version: serviceAgreement.version,
        text_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        accepted_at: app.clock.now(),
        address: '203.0.113.7',
        user_agent: 'A browser',
      }),
    ]);
  });

  test('can’t be accepted in another version than the current one', async () => {
    const answer = await free.post('/confirmProviderAgreement', { version: '1999-01' });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      error: 'conflict',
      message: expect.stringContaining('updated'),
    });
  });

  test('must be accepted again after staff renew it', async () => {
    app.clock.pass(600);
    const at = app.clock.now();
    await writeSettingValue(app.deps.database.db, {
      name: 'ServiceAgreementDate',
      value: at.toISOString(),
      userId: 1,
      at,
    });
    expect((await sessionOf(free)).needConfirmProviderAgreement).toBe(true);
    app.clock.pass(1);
    await free.post('/confirmProviderAgreement');
    expect((await sessionOf(free)).needConfirmProviderAgreement).toBe(false);
  });

  test('can’t be accepted by staff, switched or not [MKT-195] [MKT-196]', async () => {
    const admin = await signedInAs(app, 'admin@demo.test');
    expect((await admin.post('/confirmProviderAgreement')).statusCode).toBe(403);
    await admin.switchInto(14);
    expect((await admin.post('/confirmProviderAgreement')).statusCode).toBe(403);
  });

  test('states the refund and the automatic renewal [MKT-058] [MKT-059]', () => {
    const words = serviceAgreement.sections
      .flatMap(({ heading, paragraphs }) => [heading, ...paragraphs])
      .join(' ');
    expect(words).toMatch(
      /10 applications .*within 30 days .*none of them receives a loan option, we refund/,
    );
    expect(words).toMatch(/annual subscription renews automatically/);
  });
});

describe('the quiz', () => {
  test('accepts a JSON list of questions and answers [MKT-133] [MKT-205]', async () => {
    expect((await sessionOf(free)).needQuiz).toBe(true);
    const answer = await free.send('/contractor/104/quiz', quizOf(answers));
    expect(answer.json()).toEqual({ message: 'Thank you. Your answers are saved.' });
    expect((await sessionOf(free)).needQuiz).toBe(false);
    const { rows } = await app.deps.database.pool.query(
      'select quiz from contractors where id = 104',
    );
    expect(rows[0].quiz).toEqual(answers);
  });

  test.each([
    ['a missing answer', answers.slice(1)],
    ['an answer that isn’t offered', [{ ...answers[0], answer: '$5' }, ...answers.slice(1)]],
    ['the same question three times', [answers[0], answers[0], answers[0]]],
    ['a value that isn’t a list', { a: 1 }],
  ])('rejects %s [MKT-069]', async (_what, quiz) => {
    expect((await free.send('/contractor/104/quiz', quizOf(quiz))).statusCode).toBe(422);
  });

  test('is answered once: a second answer changes nothing, and one of two parallel answers counts', async () => {
    const { pool } = app.deps.database;
    const other = answers.map((one, index) => ({
      ...one,
      answer: quizQuestions[index]?.answers[1] ?? '',
    }));
    expect((await free.send('/contractor/104/quiz', quizOf(other))).json()).toEqual({
      error: 'conflict',
      message: 'These questions have already been answered.',
    });
    expect((await pool.query('select quiz from contractors where id = 104')).rows[0].quiz).toEqual(
      answers,
    );
    await pool.query('update contractors set quiz = null where id = 104');
    const both = await Promise.all(
      [answers, other].map((quiz) => free.send('/contractor/104/quiz', quizOf(quiz))),
    );
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
  });

  test('of another contractor isn’t found', async () => {
    expect((await free.send('/contractor/101/quiz', quizOf(answers, '101'))).statusCode).toBe(404);
  });

  test('can’t be answered by staff, switched or not [MKT-197] [MKT-198]', async () => {
    await app.deps.database.pool.query('update contractors set quiz = null where id = 104');
    expect((await sessionOf(free)).needQuiz).toBe(true);
    const admin = await signedInAs(app, 'admin@demo.test');
    expect(await sessionOf(admin)).toMatchObject({
      needQuiz: false,
      switched: false,
      user: { isContractorUser: false },
    });
    expect((await admin.send('/contractor/104/quiz', quizOf(answers))).statusCode).toBe(403);
    const switched = await admin.switchInto(14);
    expect(await sessionOf(switched)).toMatchObject({
      switched: true,
      isContractorUser: false,
      contractor: { id: 104 },
    });
    expect((await switched.send('/contractor/104/quiz', quizOf(answers))).statusCode).toBe(403);
  });
});

describe('a team user', () => {
  const setUp = async (access: 'Full' | 'Limited'): Promise<TestClient> => {
    const { pool } = app.deps.database;
    await pool.query(
      'update contractors set quiz = null, agreement_accepted_at = null where id = 101',
    );
    await pool.query(`update users set team_access = $1 where email = 'team@demo.test'`, [access]);
    return signedInAs(app, 'team@demo.test');
  };
  const stateOf = async () => {
    const { pool } = app.deps.database;
    const { rows } = await pool.query(
      'select quiz, agreement_accepted_at from contractors where id = 101',
    );
    const { rows: accepted } = await pool.query(
      'select user_id from agreement_acceptances where contractor_id = 101',
    );
    return {
      quiz: rows[0].quiz,
      at: rows[0].agreement_accepted_at,
      by: accepted.map(({ user_id: id }) => id),
    };
  };

  test('with Limited access can’t accept the agreement or answer the quiz', async () => {
    const before = await stateOf();
    const limited = await setUp('Limited');
    expect((await limited.post('/confirmProviderAgreement')).json()).toMatchObject({
      error: 'access_denied',
    });
    expect(
      (await limited.send('/contractor/101/quiz', quizOf(answers, '101'))).json(),
    ).toMatchObject({ error: 'access_denied' });
    expect(await stateOf()).toEqual({ quiz: null, at: null, by: before.by });
  });

  test('with Full access can do both', async () => {
    const full = await setUp('Full');
    expect((await full.post('/confirmProviderAgreement')).statusCode).toBe(200);
    expect((await full.send('/contractor/101/quiz', quizOf(answers, '101'))).statusCode).toBe(200);
    expect(await stateOf()).toMatchObject({ quiz: answers, at: app.clock.now() });
  });
});
