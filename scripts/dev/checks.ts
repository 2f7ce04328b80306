import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../lib/stale.mjs';

/** The workspaces to check when one changes: all depend on the contract. */
const programs = [
  'contract',
  'server',
  'homeowner',
  'embeds',
  'lender-kit',
  'portal',
  'e2e',
  'scripts',
];
const workspacePrograms = (workspace: string): string[] =>
  workspace === 'contract' ? programs : programs.filter((name) => name === workspace);

/** Checks types and lint of changed files in the background; a later change restarts the check. */
export class Checks {
  #running: ChildProcess[] = [];
  #round = 0;

  readonly #say: (text: string) => void;

  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  /** `paths` are relative to the project's folder. */
  async run(paths: readonly string[]): Promise<void> {
    const round = ++this.#round;
    this.stop();
    const workspaces = new Set(paths.map((path) => path.split('/')[0] ?? ''));
    const found = [
      await this.#output('node_modules/oxlint/bin/oxlint', [
        '--type-aware',
        '--deny-warnings',
        '--quiet',
        ...paths,
      ]),
    ];
    for (const name of new Set([...workspaces].flatMap(workspacePrograms))) {
      if (round !== this.#round) return;
      found.push(await this.#output('node_modules/typescript/bin/tsc', ['-p', name, '--pretty']));
    }
    if (round !== this.#round) return;
    const complaints = found.filter((text) => text !== '');
    this.#say(complaints.length === 0 ? 'types and lint: fine\n' : complaints.join('\n'));
  }

  stop(): void {
    for (const child of this.#running.splice(0)) child.kill();
  }

  /** A failed program's output; empty on success. */
  #output(program: string, args: string[]): Promise<string> {
    const child = spawn(process.execPath, [join(root, program), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#running.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    return new Promise((done) =>
      child.once('close', (code) => done(code === 0 ? '' : output.trimEnd())),
    );
  }
}
