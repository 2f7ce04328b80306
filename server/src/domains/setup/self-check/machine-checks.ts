import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { connect } from 'node:tls';
import { dayMs } from '@lintel/contract/core/durations';
import { ok, reasonOf, runbook, skipped, type Check } from './check.ts';

const gigabyte = 1024 ** 3;

export const disk: Check = async ({ config: { DATA_DIR } }) => {
  const { bavail, blocks, bsize } = await statfs(DATA_DIR);
  const free = bavail * bsize;
  const share = blocks === 0 ? 1 : bavail / blocks;
  const found = `${(free / gigabyte).toFixed(1)} GB of DATA_DIR's disk are free (${Math.floor(share * 100)}%)`;
  const advice = `Free or add space. ${runbook('disk-is-full')}`;
  if (free < gigabyte / 2) return { status: 'fail', found, advice };
  if (free < 2 * gigabyte || share < 0.05) return { status: 'warn', found, advice };
  return ok(found);
};

/** Days before its end at which a certificate should have been renewed. */
const renewal = 14;

export const certificate: Check = async ({ config: { publicUrl } }, signal) => {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') return skipped('PUBLIC_URL is not https.');
  const advice = `Renew the certificate or repair its renewal. ${runbook('the-certificate-expires')}`;
  try {
    const { validTo, problem } = await readCertificate(hostname, Number(port || 443), signal);
    const days = Math.floor((validTo.getTime() - Date.now()) / dayMs);
    const until = validTo.toISOString().slice(0, 10);
    if (days < 0) return { status: 'fail', found: `The certificate expired on ${until}`, advice };
    if (problem !== null)
      return { status: 'fail', found: `Browsers don't trust the certificate: ${problem}`, advice };
    const found = `The certificate is valid until ${until} (${days} days)`;
    return days < renewal ? { status: 'warn', found, advice } : ok(found);
  } catch (error) {
    return {
      status: 'warn',
      found: `${hostname} can't be reached from here: ${reasonOf(error)}`,
      advice: `Check DNS and the proxy, unless this machine just can't reach its own public address. ${runbook('the-certificate-expires')}`,
    };
  }
};

/** The certificate that a host serves, whether it is trusted or not. */
const readCertificate = (host: string, port: number, signal: AbortSignal) =>
  new Promise<{ validTo: Date; problem: string | null }>((resolve, reject) => {
    // Nothing is sent, so an untrusted certificate can be looked at.
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host, port, ...name, rejectUnauthorized: false }, () => {
      const { valid_to: validTo } = socket.getPeerCertificate();
      const problem = socket.authorized ? null : String(socket.authorizationError);
      socket.destroy();
      resolve({ validTo: new Date(validTo), problem });
    });
    socket.once('error', reject);
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
  });

export const advisories: Check = async ({ appFolder }, signal) => {
  const script = join(appFolder, 'scripts/advisories.mjs');
  if (!existsSync(script) || !existsSync(join(appFolder, 'package-lock.json')))
    return skipped('Only a checkout has the lock file: run npm run advisories there.');
  const { code, output } = await run(script, signal);
  const [first = '', ...rest] = output.trim().split('\n');
  if (code === 0 && rest.length === 0)
    return first.startsWith('0 of') ? ok(first) : skipped('The registry was not available.');
  return {
    status: 'warn',
    found: [first, ...rest.slice(0, 3).map((line) => line.trim())].join('; '),
    advice: `Upgrade as soon as there is a release with the fix. ${runbook('a-package-has-an-advisory')}`,
  };
};

const run = (script: string, signal: AbortSignal) =>
  new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const { PATH = '', HOME = homedir() } = process.env;
    const child = spawn(process.execPath, [script], {
      stdio: ['ignore', 'pipe', 'ignore'],
      // Without the server's secrets.
      env: { PATH, HOME },
      signal,
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });

/** Versions that the product is tested with: these, and later minor versions. */
const tested = [
  [20, 19],
  [22, 0],
  [24, 0],
] as const;

export const nodeCheck =
  (version: string): Check =>
  async () => {
    const [major = 0, minor = 0] = version.split('.').map(Number);
    if (tested.some(([known, least]) => major === known && minor >= least))
      return ok(`Node.js ${version}`);
    return {
      status: major < 20 || (major === 20 && minor < 19) ? 'fail' : 'warn',
      found: `Node.js ${version}, which Lintel is not tested with`,
      advice: 'Use Node.js 22.',
    };
  };
