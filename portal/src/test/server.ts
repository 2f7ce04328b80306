import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { errorCatalogue, type ErrorCode } from '@lintel/contract/core/errors';

/** The network's edge: whatever a test does not answer fails it. */
export const server = setupServer();

type Method = 'get' | 'post' | 'delete';
type Reply = (request: Request) => Response | Promise<Response>;

/** Answers a call below the base path with JSON, or by a function of the request. */
export const answer = (method: Method, path: string, reply: object | Reply): void => {
  const handler = http[method](`*/api/v1${path}`, ({ request }) =>
    typeof reply === 'function' ? (reply as Reply)(request) : HttpResponse.json(reply),
  );
  server.use(handler);
};

/** An error answer as the server gives it. */
export const refusal = (code: ErrorCode, fields?: Record<string, string>): Response => {
  const [status, message] = errorCatalogue[code];
  return HttpResponse.json({ error: code, message, ...(fields && { fields }) }, { status });
};
