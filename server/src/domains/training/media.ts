import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { trainingMessages } from '@lintel/contract/training/constants';
import { AppError, invalidField } from '../../platform/errors.ts';
import type { Context } from '../../platform/context.ts';
import type { ReceivedFile } from '../../platform/http/multipart.ts';
import type { Upload } from '../../platform/http/multipart.ts';
import { reencode } from '../../platform/images/reencode.ts';
import { insertFile } from './material-repository.ts';
import { FilmLength, onlyMp4 } from './mp4.ts';

/** Storage prefix of materials' files. Names can't be guessed, and no name is ever reused. */
const filePrefix = 'training/';
const newName = (): string => randomBytes(20).toString('hex');
const videoKey = (name: string): string => `${filePrefix}${name}.mp4`;

const mediaAddress = (
  kind: 'video' | 'image' | 'track',
  key: string | null,
  name: (bare: string) => string,
): string =>
  key === null ? '' : `/api/v1/materials/${kind}/${name(key.slice(filePrefix.length))}`;

/** The URL of a stored file; empty for none. */
export const videoAddress = (key: string | null): string =>
  mediaAddress('video', key, (bare) => bare.replace(/\.mp4$/, ''));
export const imageAddress = (key: string | null): string =>
  mediaAddress('image', key, (bare) => bare);
export const trackAddress = (key: string | null): string =>
  mediaAddress('track', key, (bare) => bare);

/** The storage key for the last segment of a file's URL. */
export const videoFileKey = videoKey;
export const materialFileKey = (name: string): string => filePrefix + name;

interface StoredFile {
  key: string;
  contentType: string;
  bytes: number;
  name: string;
  seconds?: number | null;
}

const note = (
  { db, clock }: Context,
  { key, contentType, bytes, name, seconds = null }: StoredFile,
): Promise<void> =>
  insertFile(db, {
    key,
    contentType,
    bytes,
    seconds,
    originalName: name.slice(0, 200),
    createdAt: clock.now(),
  });

/**
 * Stores an image or captions and returns the key; null when none was sent. If the material is
 * rejected afterwards, the unreferenced file is swept.
 */
export async function storeImage(
  context: Context,
  upload: ReceivedFile | undefined,
): Promise<string | null> {
  if (upload === undefined) return null;
  const content = await reencode(context.helpers.uploads, upload.bytes, {
    shape: 'thumbnail',
    field: 'videoImg',
    message: trainingMessages.imageType,
  });
  return store(context, { content, ending: 'jpg', contentType: 'image/jpeg', name: upload.name });
}

export async function storeTrack(
  context: Context,
  upload: ReceivedFile | undefined,
): Promise<string | null> {
  if (upload === undefined) return null;
  const text = readWebVtt(upload.bytes);
  if (text === null) throw invalidField('videoTrack', trainingMessages.captionType);
  return store(context, {
    content: Buffer.from(text),
    ending: 'vtt',
    contentType: 'text/vtt',
    name: upload.name,
  });
}

interface Small {
  content: Buffer;
  ending: string;
  contentType: string;
  name: string;
}

async function store(
  context: Context,
  { content, ending, contentType, name }: Small,
): Promise<string> {
  const key = `${filePrefix}${newName()}.${ending}`;
  await context.files.write(key, content);
  await note(context, { key, contentType, bytes: content.length, name });
  return key;
}

/** Size limit of an uploaded video. */
export const mostVideoBytes = ({ config }: Context): number =>
  config.TRAINING_VIDEO_MAX_MB * 1024 * 1024;

/**
 * Streams a video to storage. Throws a field error when it isn't an MP4 or is too large, and
 * `bad_request` when the upload is interrupted; in both cases nothing is stored.
 */
export async function storeVideo(context: Context, upload: Upload): Promise<StoredFile> {
  const key = videoKey(newName());
  const counted = { bytes: 0 };
  const length = new FilmLength();
  const chunks = onlyMp4(arriving(upload, counted, mostVideoBytes(context)), () =>
    invalidField('video', trainingMessages.videoFile),
  );
  try {
    await context.files.write(key, Readable.from(measured(chunks, length), { objectMode: false }));
  } finally {
    // Drain the rejected upload, so that the client gets to read the answer.
    upload.content.resume();
  }
  const stored = {
    key,
    contentType: 'video/mp4',
    bytes: counted.bytes,
    name: upload.name,
    seconds: length.seconds,
  };
  await note(context, stored);
  return stored;
}

async function* measured(
  chunks: AsyncIterable<Buffer>,
  length: FilmLength,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    length.push(chunk);
    yield chunk;
  }
}

async function* arriving(
  upload: Upload,
  counted: { bytes: number },
  maxBytes: number,
): AsyncGenerator<Buffer> {
  try {
    const chunks: AsyncIterable<Buffer> = upload.content.iterator({ destroyOnReturn: false });
    for await (const chunk of chunks) {
      counted.bytes += chunk.length;
      yield chunk;
    }
  } catch {
    throw new AppError('bad_request', { message: 'The upload was interrupted.' });
  }
  if (upload.isTooLarge())
    throw invalidField(
      'video',
      `The video cannot be more than ${Math.floor(maxBytes / 1024 / 1024)}MB`,
    );
}

const time = String.raw`(?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3}`;
const timing = new RegExp(String.raw`^(${time})[ \t]+-->[ \t]+(${time})(?:[ \t].*)?$`);

const parseSeconds = (text: string): number =>
  text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

/** Whether a cue starts before it ends. */
function isSound(line: string): boolean {
  const [, from, to] = timing.exec(line) ?? [];
  return from !== undefined && to !== undefined && parseSeconds(from) < parseSeconds(to);
}

/**
 * Captions in WebVTT format as clean UTF-8 text; null when invalid: no header, no cue, or a cue
 * with wrong times.
 */
function readWebVtt(bytes: Uint8Array): string | null {
  const text = decoded(bytes)?.replace(/\r\n?/g, '\n');
  if (text === undefined || !/^WEBVTT(?:[ \t][^\n]*)?(?:\n|$)/.test(text)) return null;
  const timings = text.split('\n').filter((line) => line.includes('-->'));
  return timings.length > 0 && timings.every(isSound) ? text : null;
}

/** The text without its byte order mark, or undefined when it isn't UTF-8 text. */
function decoded(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
