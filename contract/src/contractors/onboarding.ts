import { z } from 'zod';
import { companyAccessTo } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id, jsonField, messages, outcome } from '../core/fields.ts';
import { isOneOf } from '../core/narrow.ts';
import { contractorAt, ownPeople } from '../core/owner.ts';
import { quizQuestions } from './quiz.ts';

const answered = z.object({ question: z.string(), answer: z.string() });

/** People who can bind the company or speak for it: its owner, and team users with Full access. */
const forTheCompany = companyAccessTo('personal-info');

/** Each question once, with one of its answers, in any order. */
export const quizAnswers = z
  .array(answered)
  .length(quizQuestions.length, messages.required)
  .refine(
    (given) =>
      quizQuestions.every(({ question, answers }) =>
        given.some((one) => one.question === question && isOneOf(answers, one.answer)),
      ),
    messages.required,
  );

export const acceptAgreement = endpoint({
  name: 'contractors.accept-agreement',
  method: 'POST',
  path: '/confirmProviderAgreement',
  summary: 'Accept the service agreement for your contractor',
  access: forTheCompany,
  encoding: 'form',
  /** The version shown: accepting a different version than the current one is a conflict. */
  body: z.object({ version: z.string().max(40).optional() }).prefault({}),
  response: outcome,
  errors: ['conflict'],
  limit: { max: 20, seconds: 3600, by: 'account' },
  noStepUp: 'Part of the first steps, moments after signing in.',
});

export const answerQuiz = endpoint({
  name: 'contractors.answer-quiz',
  method: 'POST',
  path: '/contractor/{id}/quiz',
  summary: "Answer the three questions about your contractor's business, once",
  access: forTheCompany,
  owner: [ownPeople, contractorAt('id')],
  params: z.object({ id: id() }),
  encoding: 'multipart',
  body: z.object({ contractorId: id().optional(), quiz: jsonField(quizAnswers) }),
  response: outcome,
  errors: ['not_found', 'conflict'],
  limit: { max: 20, seconds: 3600, by: 'account' },
  noStepUp: 'Part of the first steps, moments after signing in.',
});
