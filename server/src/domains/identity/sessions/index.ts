export { emailTaken, findAccount, ownerPrivileges, presentUser, readCompany } from './accounts.ts';
export {
  endOneSession,
  endOtherSessions,
  isLivingSession,
  livingSessions,
  readSessions,
  sweepSessions,
} from './own-sessions.ts';
export { readPlanPrivileges, readPlansPrivileges } from './repository.ts';
export { sessionReader, viewSession } from './session.ts';
export { readVisits, switchBack, switchInto } from './visits.ts';
