const time = String.raw`(?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3}`;
const timing = new RegExp(String.raw`^(${time})[ \t]+-->[ \t]+(${time})(?:[ \t].*)?$`);

const secondsOf = (text: string): number =>
  text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

/** Whether a cue begins before it ends. */
function isSound(line: string): boolean {
  const [, from, to] = timing.exec(line) ?? [];
  return from !== undefined && to !== undefined && secondsOf(from) < secondsOf(to);
}

/**
 * Captions in the WebVTT format, as clean UTF-8 text; null when they are none: no header, no cue,
 * or a cue with wrong times.
 */
export function readWebVtt(bytes: Uint8Array): string | null {
  const text = decoded(bytes)?.replace(/\r\n?/g, '\n');
  if (text === undefined || !/^WEBVTT(?:[ \t][^\n]*)?(?:\n|$)/.test(text)) return null;
  const timings = text.split('\n').filter((line) => line.includes('-->'));
  return timings.length > 0 && timings.every(isSound) ? text : null;
}

/** The text without its byte order mark, or undefined when it is no UTF-8 or not text. */
function decoded(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
