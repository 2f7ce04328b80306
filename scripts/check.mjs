import { availableParallelism } from 'node:os';
import { spawn } from 'node:child_process';
import { root } from './lib/stale.mjs';

/** Static checks of the sources, the slowest first. */
const parts = [
  'typecheck',
  'lint',
  'check:unused',
  'check:shape',
  'check:language',
  'requirements',
];

/** @param {string} part @returns {Promise<{ part: string, code: number, output: string, seconds: number }>} */
function runPart(part) {
  const started = Date.now();
  const child = spawn('npm', ['run', '--silent', part], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((done) =>
    child.once('close', (code) =>
      done({
        part,
        code: code ?? 1,
        output,
        seconds: Math.round((Date.now() - started) / 1000),
      }),
    ),
  );
}

let failed = false;
const waiting = [...parts];
async function runNext() {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const { code, output, seconds } = await runPart(part);
    failed ||= code !== 0;
    console.log(
      `${code === 0 ? 'ok  ' : 'FAIL'} ${part} (${seconds} s)${code === 0 ? '' : `\n${output.trimEnd()}`}`,
    );
  }
}
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, runNext));
process.exit(failed ? 1 : 0);
