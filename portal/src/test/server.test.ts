import { describe, expect, it, vi } from 'vitest';
import { HttpResponse } from 'msw';
import { readAch } from '@lintel/contract/payouts/method';
import { listFailedPayments } from '@lintel/contract/billing/payments';
import { readFlyer } from '@lintel/contract/marketing/flyer';
import { answer, at, badGateway, checkAnswers, file, refusal } from './server.ts';

const failedPayments = '/api/v1/payment-failed';
const good = { data: [], total: 0, totalAmount: 0 };

describe('a test response', () => {
  it('passes when the server could send it', async () => {
    for (const reply of [
      () => HttpResponse.json(good),
      () => refusal('unauthorized'),
      badGateway,
    ]) {
      answer(listFailedPayments, reply);
      await fetch(failedPayments);
    }
    expect(checkAnswers).not.toThrow();
  });

  it('fails the test with the endpoint and its fields when they are invalid', async () => {
    const wrong: object = { data: [], total: -1, more: true };
    answer(listFailedPayments, () => HttpResponse.json(wrong));
    await fetch(failedPayments);
    expect(checkAnswers).toThrow(
      /billing\.failed-payments: total: .*\nbilling\.failed-payments: totalAmount: /,
    );
  });

  it("fails the test when it has a field that isn't in the contract", async () => {
    answer(listFailedPayments, () => HttpResponse.json({ ...good, more: true }));
    await fetch(failedPayments);
    expect(checkAnswers).toThrow('billing.failed-payments: more: is not known');
  });

  it("fails the test when its error isn't declared or has another status", async () => {
    answer(listFailedPayments, () => refusal('busy'));
    await fetch(failedPayments);
    expect(checkAnswers).toThrow('error busy with status 503 is not declared');
    const conflict = { error: 'unauthorized', message: 'No' };
    answer(listFailedPayments, () => HttpResponse.json(conflict, { status: 409 }));
    await fetch(failedPayments);
    expect(checkAnswers).toThrow('error unauthorized has status 401, not 409');
  });

  it('fails the test when a file has another type', async () => {
    answer(readFlyer, () => file('image/png'));
    await fetch('/api/v1/contractor/7/page/1000/flyer');
    expect(checkAnswers).toThrow('sends image/png instead of application/pdf');
  });

  it('that is missing fails the request', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue(undefined);
    await expect(fetch(failedPayments)).rejects.toThrow();
    expect(logged).toHaveBeenCalledWith('Nothing answers GET /api/v1/payment-failed');
  });

  it("is sent only for its parameters' address", async () => {
    answer(readAch, () => refusal('not_found'));
    answer(at(readAch, { id: 7 }), {});
    expect((await fetch('/api/v1/contractor/7/ach')).status).toBe(200);
    expect((await fetch('/api/v1/contractor/8/ach')).status).toBe(404);
  });
});
