import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import autocannon from 'autocannon';

const seconds = 6;
const callers = 20;
const path = '/api/v1/contractor/102/co-branded-pages/filter-list';

async function signIn(base: string): Promise<string> {
  const answer = await fetch(`${base}/api/v1/authentication`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'brand@demo.test', password: 'Demo-pass1' }),
  });
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

/** The bare route with the same statements, in its own process like the product. */
async function startFloor(connectionString: string) {
  const floor = spawn(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, 'floor.ts'), connectionString],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [said]: unknown[] = await once(floor.stdout, 'data');
  const stop = async (): Promise<void> => {
    const ended = once(floor, 'exit');
    floor.kill();
    await ended;
  };
  return { address: String(said).trim(), stop };
}

/** Each client has its own session. */
async function requestsPerSecond(url: string, cookies: readonly string[]): Promise<number> {
  let next = 0;
  const { requests, non2xx } = await autocannon({
    url,
    connections: callers,
    duration: seconds,
    setupClient: (client) => {
      client.setHeaders({ cookie: cookies[next % cookies.length] });
      next += 1;
    },
  });
  if (non2xx > 0) throw new Error(`${non2xx} answers of ${url} were no success`);
  return requests.average;
}

export interface Round {
  floor: number;
  product: number;
}

/**
 * Requests per second of a signed-in JSON read (the names of a contractor's pages), compared with a
 * bare Fastify route that sends the same statements to the same database, alternating in the same
 * run.
 */
export async function measureRead(base: string, connectionString: string): Promise<Round[]> {
  const cookies: string[] = [];
  while (cookies.length < callers) cookies.push(await signIn(base));
  const floor = await startFloor(connectionString);
  const rounds: Round[] = [];
  // The first round of each is a warm-up and doesn't count.
  for (let round = 0; round <= 3; round += 1) {
    const bare = await requestsPerSecond(`${floor.address}/floor`, cookies);
    const product = await requestsPerSecond(base + path, cookies);
    if (round > 0) rounds.push({ floor: bare, product });
  }
  await floor.stop();
  return rounds;
}

/** `npx tsx bench/api.ts <address> <connection string>` */
if (process.argv[1] === import.meta.filename) {
  const [, , base = 'http://localhost:3000', connectionString = ''] = process.argv;
  for (const { floor, product } of await measureRead(base, connectionString))
    console.log(
      `floor ${Math.round(floor)}/s, product ${Math.round(product)}/s, ratio ${(product / floor).toFixed(2)}`,
    );
}
