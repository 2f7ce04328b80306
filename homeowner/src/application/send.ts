import * as api from './api.ts';
import type { HomeownerApplication } from '@lintel/contract/applications/homeowner';

type Submission = Parameters<typeof api.submit>[0];

/**
 * Sends the application. Under heavy load the server requires proof of work first, which takes a
 * few seconds at most.
 */
export async function send(sending: Submission): Promise<HomeownerApplication> {
  try {
    return await api.submit(sending);
  } catch (error) {
    if (!(error instanceof api.CallError) || error.code !== 'work_required') throw error;
    const { params, body } = sending;
    return api.submit({ params, body: { ...body, work: await solveProofOfWork(params) } });
  }
}

async function solveProofOfWork(params: Submission['params']) {
  const [{ solveChallenge }, { maxnumber, ...challenge }] = await Promise.all([
    import('altcha-lib/v1'),
    api.challenge({ params }),
  ]);
  const { algorithm, salt } = challenge;
  const found = await solveChallenge(challenge.challenge, salt, algorithm, maxnumber).promise;
  if (found === null) throw new api.CallError(0, null);
  return { ...challenge, number: found.number };
}
