export {
  createOwner,
  createStaffAccount,
  insertStaffAccount,
  openAccount,
  sendConfirmation,
} from './owners.ts';
export { planEffects } from './plan-effects.ts';
export {
  findTeamUser,
  ownsTeamUser,
  selectOwner,
  selectTeam,
  teamBeyond,
  teamsBeyond,
  type TeamRow,
} from './repository.ts';
export {
  addTeamUser,
  deactivateBeyond,
  editTeamUser,
  inviteAgain,
  reactivate,
  readSections,
  readTeam,
  removeTeamUser,
} from './team.ts';
