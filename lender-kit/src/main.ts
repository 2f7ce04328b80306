import { runKit } from './kit.ts';

process.exitCode = await runKit(process.argv.slice(2), process.env, {
  write: (text) => void process.stdout.write(`${text}\n`),
});
