/**
 * The browsers' push services. The browser supplies the address, so anyone could name one inside
 * our network: only these hosts are ever called.
 */
const knownServices = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  'web.push.apple.com',
  '*.push.apple.com',
];

/** Whether notifications may be sent to this address; `more` has an operator's hosts. */
export function isPushService(endpoint: string, more = ''): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, hash } = new URL(endpoint);
  if (protocol !== 'https:' || port !== '' || username + password + hash !== '') return false;
  const allowed = more.split(/\s*,\s*/).filter((host) => host !== '');
  return [...knownServices, ...allowed].some((host) =>
    host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host,
  );
}

/** A push notification's HTTP request, encrypted for one browser. */
export interface PushRequest {
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

/** A push service's response. */
export interface PushAnswer {
  status: number;
  /** Seconds from the Retry-After header. */
  retryAfter: number | null;
}

/** Sends a notification to its push service. Throws without a response. */
export type PushCarrier = (request: PushRequest) => Promise<PushAnswer>;

const timeoutMs = 10_000;

/** Over the network: follows no redirects and ignores the response body. */
export const carryPush: PushCarrier = async ({ endpoint, headers, body }) => {
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: { ...headers },
    body: Buffer.from(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  await answer.body?.cancel();
  return { status: answer.status, retryAfter: parseRetryAfter(answer.headers.get('retry-after')) };
};

const longestSeconds = 86_400;

function parseRetryAfter(said: string | null): number | null {
  if (said === null) return null;
  const seconds = /^\d{1,6}$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(longestSeconds, Math.max(1, seconds)) : null;
}
