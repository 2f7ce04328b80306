import type * as contract from '@lintel/contract/applications/homeowner';
import { clientOf, pathOf } from '@lintel/contract/core/client';
import type { ErrorBody } from '@lintel/contract/core/errors';

/** A call that failed: what is wrong with which field, or one sentence for the person. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly fields: Record<string, string>;

  constructor(status: number, message: string, fields: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

const call = clientOf(async ({ method, path, params, body }) => {
  const init = {
    method,
    ...(method === 'POST' && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    }),
  };
  const answer = await fetch(`/api/v1${pathOf(path, params)}`, init).catch(() => {
    throw new CallError(
      0,
      'You seem to be offline. Nothing is lost. Please try again when you are connected.',
    );
  });
  const read = () => answer.json().catch(() => ({}));
  if (answer.ok) return read();
  // A proxy's page has neither.
  const { message, fields }: Partial<ErrorBody> = await read();
  throw new CallError(
    answer.status,
    answer.status >= 500 || !message
      ? 'Something went wrong on our side. Nothing is lost. Please try again.'
      : message,
    fields,
  );
});

export const start = call<typeof contract.startApplication>({
  method: 'POST',
  path: '/homeowner/pages/{pageName}/applications',
});
export const read = call<typeof contract.readApplication>({
  method: 'GET',
  path: '/homeowner/applications/{token}',
});
export const setLanguage = call<typeof contract.setLanguage>({
  method: 'POST',
  path: '/homeowner/applications/{token}/language',
});
export const keep = call<typeof contract.saveDraft>({
  method: 'POST',
  path: '/homeowner/applications/{token}',
});
export const submit = call<typeof contract.submitApplication>({
  method: 'POST',
  path: '/homeowner/applications/{token}/submit',
});
export const choose = call<typeof contract.chooseOffer>({
  method: 'POST',
  path: '/homeowner/applications/{token}/offers/{offerId}/choose',
});
export const withdraw = call<typeof contract.withdrawApplication>({
  method: 'POST',
  path: '/homeowner/applications/{token}/withdraw',
});

const wayBack = call<typeof contract.openWayBack>({ method: 'POST', path: '/homeowner/way-back' });
export const openWayBack = (body: { link: string; phoneEnding: string }) =>
  wayBack({ body }).catch((error: CallError) => {
    throw error.status === 404
      ? new CallError(404, 'This link no longer works. You can start a new application.')
      : error;
  });
