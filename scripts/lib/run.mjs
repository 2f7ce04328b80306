import { spawn } from 'node:child_process';
import { root } from './stale.mjs';

/**
 * Runs a command in the project's folder with inherited output; resolves with its exit code.
 * @param {string} file
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>}
 */
export function run(file, args, { env = {} } = {}) {
  const shell = process.platform === 'win32';
  const child = spawn(file, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    shell,
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => done(code ?? 1));
  });
}

/**
 * Runs a command; a failure ends this process with the command's code.
 * @param {string} file
 * @param {string[]} args
 */
export async function runOrExit(file, args) {
  const code = await run(file, args);
  if (code !== 0) process.exit(code);
}
