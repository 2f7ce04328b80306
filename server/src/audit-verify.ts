import { verifyChain, type Anchor, type Verdict } from './platform/audit/verify.ts';
import { readConfig } from './platform/config.ts';
import { openSecondConnection } from './platform/db/open-for-command.ts';
import { toError } from './platform/errors.ts';
import { readEnvironment } from './platform/secret-files.ts';

/**
 * `npm run audit:verify [-- <entries>:<hash> …]`: checks that the audit log is unchanged, while the
 * server runs or is stopped. The arguments are from lines `audit log` in the server's log. Exits
 * with 0 if unchanged, 1 if changed, and 2 if the check failed.
 */
try {
  const anchors = process.argv.slice(2).map(parseAnchor);
  const database = await openSecondConnection(readConfig(readEnvironment()));
  try {
    const verdict = await verifyChain(database.db, anchors);
    process.stdout.write(`${formatVerdict(verdict).join('\n')}\n`);
    process.exitCode = verdict.problems.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(toError(error).message);
  process.exitCode = 2;
}

function parseAnchor(word: string): Anchor {
  const [, entries, hash] = /^(\d{1,15}):([\da-f]{64})$/.exec(word) ?? [];
  if (entries === undefined || hash === undefined)
    throw new Error(`${word} isn't in the form <entries>:<hash> shown in the server's log`);
  return { entries: Number(entries), hash };
}

function counted(number: number): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? 'entry' : 'entries'}`;
}

function formatVerdict({ entries, until, head, waiting, problems }: Verdict): string[] {
  const newer =
    waiting === 0
      ? []
      : [`${counted(waiting)} not chained yet. The next sweep will take care of it.`];
  if (problems.length > 0)
    return [`The audit log does NOT match what was written:`, ...problems, ...newer];
  if (until === null) return ['The audit log has no chained entries yet.', ...newer];
  return [
    `The audit log is intact: ${counted(entries)} up to ${until}.`,
    `Current position: ${entries}:${head}`,
    ...newer,
  ];
}
