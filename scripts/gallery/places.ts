import { screens } from '../../portal/src/routes/screens.ts';
import { demoContractors, staff, teamUser } from '../../server/src/demo/people.ts';

/** Who looks at the pages: the demonstration cast, and somebody who has not signed in. */
export const visitor = 'visitor';
export const cast: readonly string[] = [
  visitor,
  ...staff.map(({ email }) => email),
  ...demoContractors.map(({ owner }) => owner.email),
  teamUser.email,
];

/** Pages outside the signed-in portal. Those of links in e-mails show what a wrong link gets. */
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
 * Every route of the portal, for each account also those that it may not see; routes with a
 * parameter at a demonstration record.
 */
const portalPaths = screens.map(({ path }) => path.replace('$id', demoLead));

export const pathsOf = (who: string): readonly string[] =>
  who === visitor ? visitorPaths : portalPaths;
