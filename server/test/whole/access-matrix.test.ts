import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { allEndpoints } from '@lintel/contract/all';
import { teamSections } from '@lintel/contract/identity/team';
import { actors, doorsOf, formatMatrix, safelyOrdered, type Verdict } from '../access-matrix.ts';
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

test('access to every endpoint matches the reviewed table', async () => {
  const columns = new Map<string, Map<string, Verdict>>();
  for (const actor of actors)
    columns.set(actor.name, await doorsOf(await clientOf(actor), safelyOrdered()));
  await expect(formatMatrix(columns)).toMatchFileSnapshot(
    '../../../docs/reference/access-matrix.md',
  );
}, 120_000);

test("each section's endpoints for a Limited team user match the reviewed table [ACC-390]", async () => {
  const { db } = app.deps.database;
  const columns = new Map<string, Map<string, Verdict>>();
  for (const section of teamSections) {
    await db.execute(
      sql`update users set team_resources = array[${section}] where email = 'team@demo.test'`,
    );
    const doors = await doorsOf(
      await new TestClient(app.app).signIn('team@demo.test'),
      safelyOrdered(),
    );
    columns.set(section, doors);
    for (const { name, access } of allEndpoints) {
      if (access.kind === 'staff') expect([name, doors.get(name)]).toEqual([name, '403']);
      if (access.kind !== 'privilege' || doors.get(name) !== 'open') continue;
      expect(
        access.anyOf.some(([resource]) => resource === section || resource === 'personal-info'),
      ).toBe(true);
    }
  }
  await expect(formatMatrix(columns)).toMatchFileSnapshot(
    '../../../docs/reference/team-access-matrix.md',
  );
}, 120_000);

test('every endpoint declares its access, and names and addresses are unique', () => {
  for (const spec of allEndpoints) expect(spec.access.kind).toBeTypeOf('string');
  expect(new Set(allEndpoints.map(({ name }) => name)).size).toBe(allEndpoints.length);
  expect(new Set(allEndpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(
    allEndpoints.length,
  );
});
