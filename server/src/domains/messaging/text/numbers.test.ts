import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { expect, test } from 'vitest';
import { knowsArea, areaZones } from './area-zones.ts';
import { nextTextTime, shownNumber, textNumber } from './numbers.ts';

const next = (number: string, at: string): string =>
  nextTextTime(number, new Date(at)).toISOString();

test('accepts only valid numbers of the United States and its territories', () => {
  expect(textNumber('(512) 555-0147')).toBe('+15125550147');
  expect(textNumber('5125550147')).toBe('+15125550147');
  expect(textNumber('+1 787 555 0147')).toBe('+17875550147');
  for (const wrong of [
    '',
    '555-0147',
    '1234567890',
    '+1 416 555 0147',
    '+44 20 7946 0018',
    '0000000000',
  ])
    expect(textNumber(wrong)).toBeNull();
  expect(shownNumber('+15125550147')).toBe('(512) 555-0147');
});

test("a text waits from 9 pm until 8 am in its number's area", () => {
  // Winter: New York is at UTC-5, Chicago at -6, Los Angeles at -8, Honolulu at -10.
  expect(next('+12125550147', '2027-01-12T12:59:00Z')).toBe('2027-01-12T13:00:00.000Z');
  expect(next('+12125550147', '2027-01-12T13:00:00Z')).toBe('2027-01-12T13:00:00.000Z');
  expect(next('+12125550147', '2027-01-13T01:59:59Z')).toBe('2027-01-13T01:59:59.000Z');
  expect(next('+12125550147', '2027-01-13T02:00:00Z')).toBe('2027-01-13T13:00:00.000Z');
  expect(next('+15125550147', '2027-01-12T13:30:30Z')).toBe('2027-01-12T14:00:00.000Z');
  expect(next('+12135550147', '2027-01-12T13:30:00Z')).toBe('2027-01-12T16:00:00.000Z');
  expect(next('+18085550147', '2027-01-13T08:00:00Z')).toBe('2027-01-13T18:00:00.000Z');
  // Guam is a day ahead.
  expect(next('+16715550147', '2027-01-12T12:00:00Z')).toBe('2027-01-12T22:00:00.000Z');
});

test("a text also waits for the morning in the contractor's time zone", () => {
  const sentFrom = (zone: string, at: string): string =>
    nextTextTime('+12125550147', new Date(at), zone).toISOString();
  // 8 AM in New York is 6 AM in Denver; 8 PM in Denver is 10 PM in New York.
  expect(sentFrom('America/Denver', '2027-01-12T13:00:00Z')).toBe('2027-01-12T15:00:00.000Z');
  expect(sentFrom('America/Denver', '2027-01-13T03:00:00Z')).toBe('2027-01-13T15:00:00.000Z');
  expect(sentFrom('', '2027-01-12T13:00:00Z')).toBe('2027-01-12T13:00:00.000Z');
});

test('8 am is local time even when the clocks change overnight', () => {
  // Clocks in New York go forward on March 14, 2027, and back on November 7, 2027, at 2 am.
  expect(next('+12125550147', '2027-03-14T04:00:00Z')).toBe('2027-03-14T12:00:00.000Z');
  expect(next('+12125550147', '2027-11-07T03:00:00Z')).toBe('2027-11-07T13:00:00.000Z');
  // Between the two, in the repeated hour and after the skipped one.
  expect(next('+12125550147', '2027-11-07T06:30:00Z')).toBe('2027-11-07T13:00:00.000Z');
  expect(next('+12125550147', '2027-03-14T07:30:00Z')).toBe('2027-03-14T12:00:00.000Z');
  // Arizona has no daylight saving time; its neighbor Utah does.
  expect(next('+16025550147', '2027-07-01T14:30:00Z')).toBe('2027-07-01T15:00:00.000Z');
  expect(next('+18015550147', '2027-07-01T14:30:00Z')).toBe('2027-07-01T14:30:00.000Z');
});

test('in an area with two zones, or an unknown one, it must be daytime in all of them', () => {
  // Pensacola is in Central time, Tallahassee in Eastern time: from 8 am Central to 9 pm Eastern.
  expect(next('+18505550147', '2027-01-12T13:30:00Z')).toBe('2027-01-12T14:00:00.000Z');
  expect(next('+18505550147', '2027-01-13T02:00:00Z')).toBe('2027-01-13T14:00:00.000Z');
  expect(next('+18505550147', '2027-01-13T01:59:00Z')).toBe('2027-01-13T01:59:00.000Z');
  // From 8 am in Honolulu to 9 pm in New York.
  expect(next('+15005550006', '2027-01-12T17:59:00Z')).toBe('2027-01-12T18:00:00.000Z');
  expect(next('+15005550006', '2027-01-13T02:00:00Z')).toBe('2027-01-13T18:00:00.000Z');
});

test('the table has every geographic area code, and its zones exist', () => {
  expect(isSupportedCountry('US')).toBe(true);
  const unknown: string[] = [];
  for (let code = 200; code < 1000; code += 1) {
    const valid = ['2345678', '7654321'].some((rest) => textNumber(`+1${code}${rest}`) !== null);
    const type = parsePhoneNumberFromString(`+1${code}2345678`)?.getType();
    const isOfPlace = type === 'FIXED_LINE_OR_MOBILE' || type === 'FIXED_LINE' || type === 'MOBILE';
    if (valid && isOfPlace && !knowsArea(String(code))) unknown.push(String(code));
    for (const zone of areaZones(String(code)))
      expect(() => new Intl.DateTimeFormat('en-US', { timeZone: zone })).not.toThrow();
  }
  expect(unknown).toEqual([]);
  // An overlay has the zones of the area that it covers.
  for (const [overlay, area] of [
    ['448', '850'],
    ['458', '541'],
    ['930', '812'],
    ['364', '270'],
    ['986', '208'],
    ['729', '423'],
  ] as const)
    expect(areaZones(overlay)).toEqual(areaZones(area));
});
