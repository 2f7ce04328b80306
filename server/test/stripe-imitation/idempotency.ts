import { Problem } from './problem.ts';

interface Answer {
  status: number;
  body: object;
}

/**
 * First responses by key, as Stripe keeps them: including rejections, but not for a call during
 * another one with the same key.
 */
export class FirstAnswers {
  readonly #kept = new Map<string, { call: string; answer: Answer | null }>();

  async once(
    key: string,
    call: string,
    run: () => Promise<Answer>,
  ): Promise<Answer & { replayed: boolean }> {
    const kept = this.#kept.get(key);
    if (kept === undefined) {
      const entry: { call: string; answer: Answer | null } = { call, answer: null };
      this.#kept.set(key, entry);
      const answer = await run();
      entry.answer = answer;
      return { ...answer, replayed: false };
    }
    if (kept.call !== call)
      throw new Problem(400, {
        type: 'idempotency_error',
        message:
          'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      });
    if (kept.answer === null)
      throw new Problem(409, {
        type: 'invalid_request_error',
        code: 'idempotency_key_in_use',
        message: 'There is currently another in-progress request using this Idempotent Key.',
      });
    return { ...kept.answer, replayed: true };
  }
}
