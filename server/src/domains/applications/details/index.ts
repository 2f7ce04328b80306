export { answersIn, readNeededDetails, sentAnswers } from './needed.ts';
export {
  checkDetails,
  detailsFor,
  detailsGiven,
  keepDetails,
  openDetails,
  replaceDetails,
} from './details.ts';
export { eraseDetails, findDetails, type DetailsRow } from './repository.ts';
export { detailsRetention } from './retention.ts';
