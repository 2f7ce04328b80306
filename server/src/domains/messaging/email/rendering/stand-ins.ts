import { randomInt } from 'node:crypto';
import { isRecord } from '@lintel/contract/core/narrow';
import type { StandIn } from '../../../../platform/html/secret-links.ts';

type Data = Record<string, unknown>;

/** Message data with stand-ins for links. */
export interface SealedData {
  data: Data;
  standIns: readonly StandIn[];
}

/** They share no character, so output that depends on a character of a link differs. */
const alphabets = ['abcdefghijklmABCDEFGHIJKLM01234', 'nopqrstuvwxyzNOPQRSTUVWXYZ56789'] as const;

/**
 * Contains every character of its alphabet, and has the link's length so that lines break alike.
 */
function makeStandIn(link: string, alphabet: string): string {
  const length = Math.max(link.length - 'https://'.length, alphabet.length);
  const signs = alphabet.split('');
  while (signs.length < length) signs.push(alphabet.charAt(randomInt(alphabet.length)));
  for (let last = signs.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [signs[last], signs[other]] = [signs[other] ?? '', signs[last] ?? ''];
  }
  return `https://${signs.join('')}`;
}

/**
 * Two copies of the data, with different stand-ins for each `link` and each address of this
 * product. A template with the same output for both hasn't inspected a link, and its output
 * contains none.
 */
export const sealLinks = (data: Data, publicUrl: string): readonly [SealedData, SealedData] => [
  sealedWith(data, publicUrl, alphabets[0]),
  sealedWith(data, publicUrl, alphabets[1]),
];

function sealedWith(data: Data, publicUrl: string, alphabet: string): SealedData {
  const standIns: StandIn[] = [];
  const isLink = (name: string, value: string): boolean =>
    (name === 'link' && value !== '') || (value.startsWith(`${publicUrl}/`) && !/\s/.test(value));
  const sealed = (name: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item) => sealed('', item));
    if (isRecord(value)) return sealedRecord(value);
    if (typeof value !== 'string' || !isLink(name, value)) return value;
    const text = makeStandIn(value, alphabet);
    standIns.push({ text, link: value });
    return text;
  };
  const sealedRecord = (record: Data): Data =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, sealed(name, value)]));
  return { data: sealedRecord(data), standIns };
}

/** The text with stand-ins normalized, as long as it contains them whole. */
export const withoutStandIns = (text: string, standIns: readonly StandIn[]): string =>
  standIns.reduce((all, one, at) => all.replaceAll(one.text, () => `\0${at}\0`), text);
