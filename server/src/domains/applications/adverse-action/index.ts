export { check, noticeDelivery, sendDue } from './check.ts';
export { noticePdf, pdfHeaders } from './paper.ts';
export { noticePerson } from './person.ts';
export { noticeHold, noticeRetention } from './retention.ts';
export { selectReadable } from './repository.ts';
export { noticeRoutes } from './routes.ts';
