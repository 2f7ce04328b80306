import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coBrandedPages } from '../../src/domains/pages/tables.ts';
import { sweepStore } from '../../src/platform/files/sweep-jobs.ts';
import { files } from '../../src/platform/tables.ts';
import { createTestApp, signedInAs, type TestApp } from '../app.ts';
import { onCluster } from '../machines.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const sweep = async (): Promise<void> => {
  await app.composed.jobs.find(({ job }) => job.id === sweepStore.id)?.run({});
  await app.work();
};
const inStore = async (): Promise<string[]> =>
  (await app.deps.files.list({ after: '', limit: 10_000 })).map(({ key }) => key);
const noted = async (): Promise<string[]> =>
  (await app.deps.database.db.select({ key: files.key }).from(files)).map(({ key }) => key);
const logoKey = (sign: string): string => `logo-${sign.repeat(40)}.png`;
const note = (key: string) =>
  app.deps.database.db
    .insert(files)
    .values({ key, contentType: 'image/png', bytes: 1, createdAt: app.clock.now() });

test('deletes unreferenced files after a day, and keeps referenced and foreign ones', async () => {
  const { db } = app.deps.database;
  const before = await inStore();
  expect(before.filter((key) => key.startsWith('logo-')).length).toBeGreaterThan(0);
  const [page] = await db
    .select()
    .from(coBrandedPages)
    .where(eq(coBrandedPages.pageName, 'oak-and-iron'));
  const replaced = page?.logoKey ?? '';
  const brand = await signedInAs(app, 'brand@demo.test');
  const picture = {
    create: { width: 80, height: 40, channels: 3 as const, background: '#804020' },
  };
  const logo = { name: 'new.png', bytes: await sharp(picture).png().toBuffer() };
  const form = {
    pageName: 'oak-and-iron',
    params: JSON.stringify({ companyName: 'Oak & Iron Remodeling', ccAcceptance: 'No' }),
  };
  const answer = await brand.send(`/contractor/102/page/${page?.id}`, { ...form, logo });
  expect(answer.statusCode, answer.body).toBe(200);
  const orphans = [
    logoKey('a'),
    `training/${'b'.repeat(40)}.mp4`,
    `payouts/${crypto.randomUUID()}.sealed`,
  ];
  const drawn = [`renders/ab/${'c'.repeat(64)}.png`, `social/${'d'.repeat(64)}.png`];
  const foreign = ['somebody-elses.txt', 'backup/2026.tar'];
  for (const key of [...orphans, ...drawn, ...foreign])
    await app.deps.files.write(key, Buffer.from('x'));
  await note(logoKey('a'));
  await sweep();
  expect(await inStore()).toEqual(
    expect.arrayContaining([replaced, ...orphans, ...drawn, ...foreign]),
  );
  app.clock.pass(25 * 3600);
  await sweep();
  await sweep();
  const left = await inStore();
  expect(left).toEqual(
    expect.arrayContaining([...before.filter((key) => key !== replaced), ...drawn, ...foreign]),
  );
  for (const key of [replaced, ...orphans]) expect(left).not.toContain(key);
  for (const key of [replaced, logoKey('a')]) expect(await noted()).not.toContain(key);
  const named = (await db.select({ key: coBrandedPages.logoKey }).from(coBrandedPages)).flatMap(
    ({ key }) => key ?? [],
  );
  expect(left).toEqual(expect.arrayContaining(named));
  app.clock.pass(30 * 24 * 3600);
  await sweep();
  for (const key of drawn) expect(await inStore()).not.toContain(key);
  expect(await inStore()).toEqual(expect.arrayContaining([...named, ...foreign]));
});

// On a cluster, pages have no foreign keys to their files, because the files are on the
// coordinator.
test.skipIf(onCluster)(
  'keeps a file that a row references during the sweep, whether the row is written before or after the check',
  async () => {
    const { db } = app.deps.database;
    const [early, late] = [logoKey('e'), logoKey('f')];
    for (const key of [early, late]) {
      await app.deps.files.write(key, Buffer.from('x'));
      await note(key);
    }
    app.clock.pass(40 * 24 * 3600);
    const [first, second] = await db
      .select({ id: coBrandedPages.id })
      .from(coBrandedPages)
      .orderBy(coBrandedPages.id);
    const name = (tx: Pick<typeof db, 'update'>, id: number | undefined, key: string) =>
      tx
        .update(coBrandedPages)
        .set({ logoKey: key })
        .where(eq(coBrandedPages.id, id ?? 0));
    // One row is written but not committed during the sweep; its file is skipped.
    await db.transaction(async (tx) => {
      await name(tx, first?.id, early);
      await sweep();
      expect(await inStore()).toContain(early);
    });
    await sweep();
    expect(await inStore()).toContain(early);
    // The other one is too late: its file is gone, so it can't reference it.
    expect(await inStore()).not.toContain(late);
    await expect(name(db, second?.id, late)).rejects.toMatchObject({ cause: { code: '23503' } });
  },
);

test('checks many files in chunks', async () => {
  for (let at = 0; at < 450; at += 1)
    await app.deps.files.write(`logo-${String(at).padStart(40, '0')}.png`, Buffer.from('x'));
  app.clock.pass(40 * 24 * 3600);
  await sweep();
  expect((await inStore()).filter((key) => key.startsWith('logo-0000000000'))).toEqual([]);
});
