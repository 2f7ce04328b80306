import { screens } from '../../portal/src/routes/screens.ts';
import { demoContractors, staff, teamUser } from '../../server/src/demo/people.ts';

/** The viewers: the demo accounts, and a signed-out visitor. */
export const visitor = 'visitor';
export const cast: readonly string[] = [
  visitor,
  ...staff.map(({ email }) => email),
  ...demoContractors.map(({ owner }) => owner.email),
  teamUser.email,
];

/** Pages outside the signed-in portal. Those linked from e-mails show their invalid-link state. */
const visitorPaths = [
  '/login',
  '/restore',
  '/np',
  '/ne',
  '/confirm',
  '/not-me',
  '/restore-email',
  '/get-started',
  ...['summit-roofing', 'summit-solar', 'summit-windows', 'oak-and-iron', 'harborlight'].map(
    (name) => `/p/${name}`,
  ),
  '/p/nobody',
  '/outbox',
  '/unsubscribe',
  '/no-such-page',
];

const demoLead = '5001';

/**
 * Every portal route for each account, including forbidden ones; routes with a parameter use a demo
 * record.
 */
const portalPaths = screens.map(({ path }) => path.replace('$id', demoLead));

export const screenPaths = (account: string): readonly string[] =>
  account === visitor ? visitorPaths : portalPaths;
