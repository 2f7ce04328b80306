import type { exportFormats } from '@lintel/contract/applications-report';
import { addressOf } from '../../../lib/api/encode.ts';
import { send } from '../../../lib/api/send.ts';
import { filtersOf, type ReportQuery } from '../api/get-applications.ts';

export type ExportFormat = (typeof exportFormats)[number];

/** How far a download has come. `share` is 0 to 1 as far as it can be told before the end. */
export interface Progress {
  bytes: number;
  rows: number;
  totalRows: number;
  share: number;
}

const lineFeed = 10;
/** A workbook is compressed, so how far it is can only be judged by what such a file usually weighs. */
const almost = 0.99;

interface Watching {
  signal: AbortSignal;
  onProgress(progress: Progress): void;
}

/** The report's rows, whatever page is shown, as a file with its name. Throws `ApiError`, or what the network ends with. */
export async function downloadExport(
  { query, userId, format }: { query: ReportQuery; userId: number; format: ExportFormat },
  { signal, onProgress }: Watching,
): Promise<{ file: Blob; name: string }> {
  const { search, status, order } = query;
  const sent = { userId, search, status, order, format, ...filtersOf(query) };
  const answer = await send(addressOf('/reports-applications-export', {}, sent), { method: 'GET' }, { signal, timeout: 0 });
  const parts = await readParts(answer, format, { signal, onProgress });
  const type = answer.headers.get('content-type') ?? 'application/octet-stream';
  return { file: new Blob(parts, { type }), name: nameOf(answer.headers) ?? `applications.${format}` };
}

async function readParts(answer: Response, format: ExportFormat, { signal, onProgress }: Watching): Promise<BlobPart[]> {
  const totalRows = Number(answer.headers.get('x-total-rows') ?? 0);
  const expected = Number(answer.headers.get('x-estimated-bytes') ?? 0);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let lines = 0;
  const reader = answer.body?.getReader();
  // What has ended already needs no end.
  signal.addEventListener('abort', () => void reader?.cancel().catch(() => undefined));
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {};
    if (done || value === undefined) break;
    parts.push(value);
    bytes += value.length;
    if (format === 'csv') for (const byte of value) lines += byte === lineFeed ? 1 : 0;
    const share = format === 'csv' ? (lines - 1) / totalRows : bytes / expected;
    const shown = Math.min(almost, Math.max(0, Number.isFinite(share) ? share : 0));
    onProgress({ bytes, totalRows, share: shown, rows: Math.round(shown * totalRows) });
  }
  signal.throwIfAborted();
  return parts;
}

const nameOf = (headers: Headers): string | undefined => /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];
