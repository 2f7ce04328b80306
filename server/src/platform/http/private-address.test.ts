import { request } from 'node:http';
import { expect, test } from 'vitest';
import {
  isPrivateAddress,
  PrivateAddress,
  publicLookup,
  requirePublicHost,
} from './private-address.ts';

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::a00:1',
  'fd12::1',
  'fe80::1',
])('%s is private', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each(['8.8.8.8', '172.32.0.1', '172.15.0.1', '11.0.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])(
  '%s is public',
  (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  },
);

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://[::1]:80/',
  'http://[::ffff:127.0.0.1]/',
])('rejects %s without a connection', (url) => {
  expect(() => requirePublicHost(new URL(url))).toThrow(PrivateAddress);
});

test('a name that resolves to this machine is rejected', async () => {
  const failed = new Promise((resolve) => {
    request('http://localhost:9/', { lookup: publicLookup }).on('error', resolve).end();
  });
  expect(await failed).toBeInstanceOf(PrivateAddress);
});
