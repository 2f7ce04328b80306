import { randomInt } from 'node:crypto';
import { isRecord } from '@lintel/contract/core/narrow';
import type { StandIn } from '../../../../platform/html/secret-links.ts';

type Data = Record<string, unknown>;

/** Data of a message whose links are stand-ins. */
export interface SealedData {
  data: Data;
  standIns: readonly StandIn[];
}

/** They share no character, so whatever depends on one of a link's characters differs. */
const alphabets = ['abcdefghijklmABCDEFGHIJKLM01234', 'nopqrstuvwxyzNOPQRSTUVWXYZ56789'] as const;

/** Holds every character of its alphabet, and is as long as the link so that lines break alike. */
function standInOf(link: string, alphabet: string): string {
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
 * The data twice, with other stand-ins in the place of each `link` and each address of this product.
 * A template that makes the same of both has not looked into a link; what it made never held one.
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
    const text = standInOf(value, alphabet);
    standIns.push({ text, link: value });
    return text;
  };
  const sealedRecord = (record: Data): Data =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, sealed(name, value)]));
  return { data: sealedRecord(data), standIns };
}

/** The same text whichever stand-ins it was made with, as long as it holds them whole. */
export const withoutStandIns = (text: string, standIns: readonly StandIn[]): string =>
  standIns.reduce((all, one, at) => all.replaceAll(one.text, () => `\0${at}\0`), text);
