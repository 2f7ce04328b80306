import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  runChecks,
  type Check,
  type CheckResult,
} from '@lintel/contract/lenders/conformance/check';
import { eventChecks } from '@lintel/contract/lenders/conformance/event-checks';
import { lenderChecks } from '@lintel/contract/lenders/conformance/lender-checks';
import { resultText, summaryText } from './report.ts';
import { sendTo, type Target } from './send.ts';

export const usage = `Checks both sides of the lender webhook.

Your address, which gets applications:
  lintel-lender-kit --url https://lender.example/lintel --secret lws_…

The provider's address for your events, with a test application that you received:
  lintel-lender-kit --events-url https://…/api/v1/integrations/lenders/7/events \\
    --secret lws_… --application <reference>

  --url ADDRESS         send every message to this address; they are marked "test": true
  --events-url ADDRESS  send every event to this address
  --application REF     the test application; its offers are approved, funded, and reversed,
                        so never use one of a real person
  --secret SECRET       the signing secret; or set LENDER_SECRET
  --timeout SECONDS     how long an answer may take (20)
  --cert, --key, --ca   PEM files, if the address requires a client certificate or has its
                        own certificate authority
  --json                print the results as JSON
  --help

It ends with 0 if nothing failed, with 1 after a failure, and with 2 for wrong options.`;

class UsageError extends Error {}

interface Output {
  write(text: string): void;
}

/** Runs the command; returns its exit code. */
export async function runKit(
  args: readonly string[],
  env: Record<string, string | undefined>,
  output: Output,
): Promise<0 | 1 | 2> {
  try {
    const { values } = parse(args);
    if (values.help) {
      output.write(usage);
      return 0;
    }
    return await check(values, env, output);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    output.write(`${error.message}\n\n${usage}`);
    return 2;
  }
}

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      url: { type: 'string' },
      'events-url': { type: 'string' },
      application: { type: 'string', default: '' },
      secret: { type: 'string' },
      timeout: { type: 'string', default: '20' },
      cert: { type: 'string' },
      key: { type: 'string' },
      ca: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
type Values = ReturnType<typeof parse>['values'];

async function check(
  values: Values,
  env: Record<string, string | undefined>,
  output: Output,
): Promise<0 | 1> {
  const sides = sidesOf(values);
  const secret = values.secret ?? env['LENDER_SECRET'];
  if (!secret) throw new UsageError('Give the secret with --secret or LENDER_SECRET.');
  const seconds = Number(values.timeout);
  if (!(seconds > 0 && seconds <= 120))
    throw new UsageError('--timeout must be from 1 to 120 seconds.');
  const tls = tlsOf(values);
  const results: CheckResult[] = [];
  for (const { url, checks } of sides) {
    if (!values.json) output.write(url);
    results.push(...(await runSide({ url, secret, seconds, tls }, checks, values, output)));
  }
  output.write(values.json ? JSON.stringify(results, null, 2) : summaryText(results));
  return results.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
}

const runSide = (
  target: Target,
  checks: readonly Check[],
  { application, json }: Values,
  output: Output,
): Promise<CheckResult[]> =>
  runChecks(checks, {
    send: sendTo(target),
    facts: { run: randomBytes(6).toString('hex'), now: new Date(), application },
    onResult: (result) => {
      if (!json) output.write(resultText(result));
    },
  });

function sidesOf(values: Values): { url: string; checks: readonly Check[] }[] {
  const sides = [
    { url: values.url, checks: lenderChecks, option: '--url' },
    { url: values['events-url'], checks: eventChecks, option: '--events-url' },
  ].flatMap(({ url, checks, option }) => {
    if (url === undefined) return [];
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      throw new UsageError(`${option} must be an address that starts with https://.`);
    return [{ url, checks }];
  });
  if (sides.length === 0) throw new UsageError('Give --url, --events-url, or both.');
  return sides;
}

function tlsOf({ cert, key, ca }: Values): NonNullable<Target['tls']> {
  return {
    ...(cert !== undefined && { cert: readFileSync(cert, 'utf8') }),
    ...(key !== undefined && { key: readFileSync(key, 'utf8') }),
    ...(ca !== undefined && { ca: readFileSync(ca, 'utf8') }),
  };
}
