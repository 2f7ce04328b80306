import { consentsIn } from './consents.ts';

/** A homeowner's call to a running server; throws unless the status is 200. */
export async function askAsHomeowner<Answer>(
  base: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const answer = await fetch(`${base}/api/v1/homeowner/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json' },
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

let applied = 0;

/** A new person applies at a running server; resolves to the application's secret. */
export async function applyAt(base: string): Promise<string> {
  applied += 1;
  const page = await (await fetch(`${base}/p/summit-roofing`)).text();
  const path = 'pages/summit-roofing/applications';
  const { token } = await askAsHomeowner<{ token: string }>(base, path, {});
  await askAsHomeowner(base, `applications/${token}/submit`, {
    firstName: 'Wilhelmina',
    lastName: 'Oakenfold',
    email: `wilhelmina.${token.slice(0, 8)}@example.com`,
    phone: `(512) 555-0${100 + (applied % 100)}`,
    city: 'Austin',
    state: 'TX',
    creditBand: 'good',
    requestedAmount: 12_500,
    project: 'Painting',
    consents: consentsIn(page),
  });
  return token;
}
