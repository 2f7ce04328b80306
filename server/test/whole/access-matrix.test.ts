import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEndpoints } from '@lintel/contract/all';
import { actors, addressFor, formatMatrix, type Verdict } from '../access-matrix.ts';
import { createTestApp, TestClient, type TestApp } from '../app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function clientOf({ email, into }: (typeof actors)[number]): Promise<TestClient> {
  const client = new TestClient(app.app);
  if (email !== null) await client.signIn(email);
  if (into !== null) await client.switchInto(into);
  return client;
}

// These change the session under test, so they are asked last, and signing out after all others.
const last = ['identity.switch-back', 'identity.refresh', 'identity.authenticate', 'identity.logout'];

test('who may use which endpoint is exactly what was reviewed', async () => {
  const verdicts = new Map<string, Map<string, Verdict>>();
  const ordered = allEndpoints.toSorted((a, b) => last.indexOf(a.name) - last.indexOf(b.name));
  for (const actor of actors) {
    const client = await clientOf(actor);
    for (const spec of ordered) {
      const answer = await client.call(spec.method, addressFor(spec));
      // Signed and cookie-bound calls answer 401 by themselves behind an open door.
      const own401 = spec.access.kind === 'anonymous' || spec.access.kind === 'signature';
      const verdict = answer.statusCode === 403 || (answer.statusCode === 401 && !own401) ? String(answer.statusCode) : 'open';
      const row = verdicts.get(spec.name) ?? new Map<string, Verdict>();
      verdicts.set(spec.name, row.set(actor.name, verdict as Verdict));
    }
  }
  await expect(formatMatrix(verdicts)).toMatchFileSnapshot('../../../docs/access-matrix.md');
});

test('every endpoint declares its access, and no name or address is there twice', () => {
  for (const spec of allEndpoints) expect(spec.access.kind).toBeTypeOf('string');
  expect(new Set(allEndpoints.map(({ name }) => name)).size).toBe(allEndpoints.length);
  expect(new Set(allEndpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(allEndpoints.length);
});
