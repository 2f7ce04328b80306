import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diskStore } from './files/disk-store.ts';
import { closedTransport, readOnlyStore } from './rehearsal.ts';

test("a rehearsal can't send mail or change files", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-rehearsal-'));
  const mail = { id: '1', from: 'a@b.co', to: 'c@d.co', raw: Buffer.from('x') };
  await expect(Reflect.apply(closedTransport.send, closedTransport, [mail])).rejects.toThrow(
    'Nothing leaves during a restore rehearsal',
  );
  const store = diskStore(folder);
  await store.write('kept.txt', Buffer.from('kept'));
  const files = readOnlyStore(store);
  expect((await files.read('kept.txt'))?.toString()).toBe('kept');
  await expect(files.write('new.txt', Buffer.from('new'))).rejects.toThrow(/restore rehearsal/);
  await expect(files.remove('kept.txt')).rejects.toThrow(/restore rehearsal/);
  expect((await store.read('kept.txt'))?.toString()).toBe('kept');
  await rm(folder, { recursive: true });
});
