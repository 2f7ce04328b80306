import type { Transport } from './send.ts';

/** A `Response` from a finished request. */
function toResponse(request: XMLHttpRequest): Response {
  const type = request.getResponseHeader('content-type');
  return new Response(request.responseText, {
    status: request.status,
    headers: type === null ? {} : { 'content-type': type },
  });
}

/**
 * Sends like `fetch`, and reports the share of the body sent (0 to 1), which `fetch` can't. Rejects
 * with the signal's reason on abort, and with a `TypeError` when there is no response.
 */
export const fetchWithProgress =
  (onProgress: (share: number) => void): Transport =>
  (address, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const abort = (): void => {
        request.abort();
        reject(signal?.reason);
      };
      request.open(method, address);
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.addEventListener(
        'progress',
        ({ loaded, total }) => total > 0 && onProgress(loaded / total),
      );
      request.addEventListener('load', () => resolve(toResponse(request)));
      request.addEventListener('error', () => reject(new TypeError('No answer came')));
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
      signal?.addEventListener('abort', abort);
      if (signal?.aborted) abort();
      else request.send(body);
    });
