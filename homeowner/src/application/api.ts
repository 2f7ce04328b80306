import * as m from '#messages';
import type { challengeSubmission } from '@lintel/contract/applications/admission';
import type * as contract from '@lintel/contract/applications/homeowner';
import { createClient, buildPath } from '@lintel/contract/core/client';
import type { openLink as openSentLink } from '@lintel/contract/links/links';
import type { ErrorBody, ErrorCode } from '@lintel/contract/core/errors';

/** A failed call: the reason, the problems by field, and one sentence for the person. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: ErrorCode | null;
  readonly status: number;
  readonly fields: Record<string, string>;

  /** `answer` is null without a response. */
  constructor(status: number, answer: Partial<ErrorBody> | null) {
    const code = answer?.error ?? null;
    super(errorText(status, code));
    this.status = status;
    this.code = code;
    this.fields = answer?.fields ?? {};
  }
}

/** The page's own error messages, because the server's are in English. */
function errorText(status: number, code: ErrorCode | null): string {
  if (status === 0) return m.problem_offline();
  if (code === 'too_many_requests') return m.problem_often();
  if (code === 'invalid_link') return m.problem_link();
  if (code === 'not_found') return m.problem_gone();
  return status === 409 ? m.problem_closed() : m.problem_server();
}

function toFormData(files: Record<string, Blob | null | undefined>): FormData {
  const form = new FormData();
  for (const [name, file] of Object.entries(files)) if (file) form.append(name, file);
  return form;
}

/**
 * A busy server returns a retry time and has done nothing, so the page retries at most twice, with
 * random delays to spread the load.
 */
async function request(address: string, init: RequestInit, retries = 2): Promise<Response> {
  const answer = await fetch(address, init).catch(() => {
    throw new CallError(0, null);
  });
  const after = Number(answer.headers.get('retry-after'));
  if (answer.status !== 503 || retries === 0 || !(after > 0 && after < 10)) return answer;
  await new Promise((done) => setTimeout(done, after * 1000 * (1 + Math.random())));
  return request(address, init, retries - 1);
}

const call = createClient(async ({ method, path, params, body, files }) => {
  const init = {
    method,
    ...(files !== undefined && { body: toFormData(files) }),
    ...(method === 'POST' &&
      files === undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body ?? {}),
      }),
  };
  const answer = await request(`/api/v1${buildPath(path, params)}`, init);
  // A proxy's error page isn't JSON.
  const read = () => answer.json().catch(() => ({}));
  if (answer.ok) return read();
  throw new CallError(answer.status, await read());
});

export const start = call<typeof contract.startApplication>({
  method: 'POST',
  path: '/homeowner/pages/{pageName}/applications',
});
export const openLink = call<typeof openSentLink>({
  method: 'POST',
  path: '/homeowner/links/{code}/open',
});
export const read = call<typeof contract.readApplication>({
  method: 'GET',
  path: '/homeowner/applications/{token}',
});
export const sendDraftLink = call<typeof contract.sendDraftLink>({
  method: 'POST',
  path: '/homeowner/applications/{token}/link',
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
export const challenge = call<typeof challengeSubmission>({
  method: 'POST',
  path: '/homeowner/applications/{token}/challenge',
});
export const choose = call<typeof contract.chooseOffer>({
  method: 'POST',
  path: '/homeowner/applications/{token}/offers/{offerId}/choose',
});
export const withdraw = call<typeof contract.withdrawApplication>({
  method: 'POST',
  path: '/homeowner/applications/{token}/withdraw',
});

export const confirm = call<typeof contract.confirmApplication>({
  method: 'POST',
  path: '/homeowner/applications/{token}/confirm',
});
export const replaceDetails = call<typeof contract.replaceDetails>({
  method: 'POST',
  path: '/homeowner/applications/{token}/details',
});
export const replace = call<typeof contract.replaceApplication>({
  method: 'POST',
  path: '/homeowner/applications/{token}/replace',
});
export const leave = call<typeof contract.leaveDevice>({
  method: 'POST',
  path: '/homeowner/applications/{token}/leave',
});

export const openReturnLink = call<typeof contract.openReturnLink>({
  method: 'POST',
  path: '/homeowner/way-back',
});
export const uploadDocument = call<typeof contract.uploadDocument>({
  method: 'POST',
  path: '/homeowner/applications/{token}/requests/{requestId}/documents',
  encoding: 'multipart',
});
export const removeDocument = call<typeof contract.removeDocument>({
  method: 'DELETE',
  path: '/homeowner/applications/{token}/documents/{documentId}',
});
