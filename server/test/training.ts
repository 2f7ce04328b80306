import type { Category, StaffMaterial } from '@lintel/contract/training/manage';
import { blackPng } from './pictures.ts';
import type { TestClient } from './app.ts';

/** `bytes` bytes that begin like an MP4. */
export function mp4(bytes: number, brand = 'isom'): Buffer {
  const file = Buffer.alloc(bytes, 'abcdefghij');
  file.writeUInt32BE(24, 0);
  file.write(`ftyp${brand}\0\0\0\0${brand}mp41`, 4, 'latin1');
  return file;
}

export const thumbnail = { name: 'still.png', bytes: blackPng(40) };
export const captions = {
  name: 'en.vtt',
  bytes: Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'),
};

export async function newCategory(
  client: TestClient,
  fields: Record<string, unknown>,
): Promise<Category> {
  const answer = await client.post('/materials/category', fields);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json().category;
}

/** Creates a material: a YouTube video by default. */
export async function newMaterial(
  client: TestClient,
  fields: Record<string, string | { name: string; bytes: Buffer }>,
): Promise<StaffMaterial> {
  const answer = await client.send('/materials', {
    videoType: 'youtube',
    videoId: 'aqz-KE-bpKQ',
    videoDuration: '2',
    ...fields,
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json().material;
}
