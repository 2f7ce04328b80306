import type { ApplicationDraft, HomeownerApplication } from '@lintel/contract/applications/homeowner';

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

async function call(path: string, body?: object): Promise<HomeownerApplication> {
  const init = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const answer = await fetch(`/api/v1/homeowner/${path}`, init).catch(() => {
    throw new CallError(
      0,
      'You seem to be offline. Nothing is lost: please try again when you are connected.',
    );
  });
  const result = (await answer.json().catch(() => ({}))) as Partial<HomeownerApplication> & {
    message?: string;
    fields?: Record<string, string>;
  };
  if (answer.ok) return result as HomeownerApplication;
  const message =
    answer.status >= 500 || !result.message
      ? 'Something went wrong on our side. Nothing is lost: please try again.'
      : result.message;
  throw new CallError(answer.status, message, result.fields);
}

export const start = (pageName: string, source: string, draft: ApplicationDraft) =>
  call(`pages/${encodeURIComponent(pageName)}/applications`, { source, draft });
export const read = (token: string) => call(`applications/${token}`);
export const keep = (token: string, draft: ApplicationDraft) =>
  call(`applications/${token}`, { draft });
export const submit = (token: string, form: object) => call(`applications/${token}/submit`, form);
export const choose = (token: string, offerId: number, replaces: number | null) =>
  call(`applications/${token}/offers/${offerId}/choose`, { replaces });
export const withdraw = (token: string) => call(`applications/${token}/withdraw`, {});
export const openWayBack = (link: string, phoneEnding: string) =>
  call('way-back', { link, phoneEnding }).catch((error: CallError) => {
    throw error.status === 404
      ? new CallError(404, 'This link no longer works. You can start a new application.')
      : error;
  });
