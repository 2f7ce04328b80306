import type { CheckResult } from '@lintel/contract/lenders/conformance/check';

const marks = { passed: 'pass', failed: 'FAIL', skipped: 'skip' } as const;

/** A result for a terminal; a failure with its reason, what to fix, and what was exchanged. */
export function resultText({ outcome, title, reason, fix, exchanges }: CheckResult): string {
  const lines = [`${marks[outcome]}  ${title}`];
  if (reason !== '') lines.push(`      ${reason}`);
  if (outcome === 'failed') {
    lines.push(`      Fix: ${fix}`);
    for (const { path, signature, sent, status, milliseconds, answered } of exchanges)
      lines.push(
        `      POST ${path || '(events)'}, signature ${signature}: ${sent.slice(0, 300)}`,
        `      → ${status ?? 'no answer'} in ${milliseconds} ms: ${answered}`,
      );
  }
  return lines.join('\n');
}

export function summaryText(results: readonly CheckResult[]): string {
  const count = (outcome: CheckResult['outcome']): number =>
    results.filter((result) => result.outcome === outcome).length;
  return `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`;
}
