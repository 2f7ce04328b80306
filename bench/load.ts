import { setTimeout as sleep } from 'node:timers/promises';
import { findSustainedRate, load, printRates } from './rates.ts';
import { countMissing, end, stopServers, startAgain } from './traffic.ts';
import { measureKinds } from './traffic-processor.ts';

/**
 * `npx tsx bench/load.ts [seconds]`: mixed traffic on the built server with the demo data, as an
 * open model: calls arrive at a rate, whether earlier ones are answered or not. It measures the CPU
 * time of each kind of call, finds the machine's capacity, sends 50, 100, and 200% of it for
 * `seconds` each (15 by default), measures how long calls are still rejected after the load drops,
 * and kills server and database during 200%: every acknowledged write must survive the restart.
 * Server, database, and this program share the machine.
 */
const seconds = Number(process.argv[2] ?? 15);

console.log('Processor time of a call, jobs included:');
for (const { name, part, server, database } of await measureKinds())
  console.log(
    `  ${name.padEnd(24)} ${part}% of calls; server ${server.toFixed(1)} ms, database ${database.toFixed(1)} ms`,
  );
const sustained = await findSustainedRate();
console.log(`\nThe machine holds ${sustained} calls a second.`);
await sleep(8000);
for (const part of [0.5, 1, 2])
  printRates(`${part * 100}% (${sustained * part}/s)`, await load(sustained * part, seconds));
const after = await load(sustained / 2, 15);
printRates('50% directly after 200%', after);
console.log(
  `  the last refusal came ${(after.lastRefused / 1000).toFixed(1)} s after the load dropped`,
);

const underKill = load(sustained * 2, 8);
await sleep(4000);
await stopServers();
await underKill;
await startAgain();
const { acknowledged, missing } = await countMissing();
console.log(
  `\nkill -9 of server and database during 200%: ${acknowledged} applications were acknowledged, ${missing} of them are missing after the start`,
);
await end();
process.exitCode = missing > 0 ? 1 : 0;
