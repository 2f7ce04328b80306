import { request as http, type APIRequestContext } from '@playwright/test';
import { Authenticator, type KeptAuthenticator } from '../../server/test/passkeys.ts';

export const password = 'Demo-pass1';

/** Hands the setup's passkeys to the test processes. */
export const staffPasskeys = 'LINTEL_PASSKEYS';

const staff = ['admin', 'support', 'mailer', 'payer', 'lender'].map((name) => `${name}@demo.test`);

const base = (): string => process.env['LINTEL_URL'] ?? '';

/**
 * Signs in with the pages' API calls: with the password and, for staff and lenders, with the passkey from the
 * setup.
 */
export async function signInByApi(request: APIRequestContext, email: string): Promise<void> {
  const { needs } = await post(request, '/authentication', {
    form: { username: email, password },
  });
  if (needs !== 'factor') return;
  const stored: Record<string, KeptAuthenticator> = JSON.parse(process.env[staffPasskeys] ?? '{}');
  const authenticator = new Authenticator(base(), stored[email]);
  const options = await post(request, '/authentication/factor/passkey/options');
  const data = { credential: authenticator.show(options) };
  await post(request, '/authentication/factor/passkey', { data });
}

async function post(
  request: APIRequestContext,
  path: string,
  options: Parameters<APIRequestContext['post']>[1] = {},
) {
  const answer = await request.post(`/api/v1${path}`, options);
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
  return answer.json();
}

/** Adds a passkey to the signed-in account. */
export async function addPasskey(
  request: APIRequestContext,
  baseURL = base(),
): Promise<Authenticator> {
  const { id } = await (await request.get('/api/v1/user')).json();
  const authenticator = new Authenticator(baseURL);
  const options = await post(request, `/user/${id}/passkeys/options`);
  const data = { name: 'Test key', credential: authenticator.make(options) };
  await post(request, `/user/${id}/passkeys`, { data });
  return authenticator;
}

/**
 * Adds a passkey to each demo account that needs a second factor; unlike codes, passkeys can sign in any number of
 * times.
 */
export async function addPasskeys(baseURL: string): Promise<Record<string, KeptAuthenticator>> {
  const added = staff.map(async (email) => {
    const request = await http.newContext({ baseURL });
    const { needs } = await post(request, '/authentication', {
      form: { username: email, password },
    });
    if (needs === 'factor') {
      const codes: { email: string; code: string }[] = await (
        await request.get('/outbox/codes')
      ).json();
      const { code = '' } = codes.find((one) => one.email === email) ?? {};
      await post(request, '/authentication/factor', { form: { code } });
    }
    const authenticator = await addPasskey(request, baseURL);
    await request.dispose();
    return [email, authenticator.keep()] as const;
  });
  return Object.fromEntries(await Promise.all(added));
}
