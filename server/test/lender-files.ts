import { sendDue } from '../src/domains/applications/adverse-action/index.ts';
import { signedInAs, visitor, type TestApp } from './app.ts';
import { pdf } from './documents.ts';
import { deskOf, joinDesk, typedOffer, uploadDocument } from './lender-desk.ts';
import { openLenders } from './lenders.ts';

/** A person at a lender's desk with an uploaded document, and an adverse action notice. */
export async function lenderFiles(app: TestApp) {
  const world = await openLenders(app);
  await world.reset();
  const { id } = await world.lender({ connection: 'desk', url: '' });
  const { client, email } = await joinDesk(app, id, { email: 'files@lender.test' });
  const applied = await world.apply();
  const desk = deskOf(client, applied.reference, () => app.clock.pass(1));
  await desk.act({ type: 'offers', offers: [typedOffer] });
  const [offered] = (await applied.read()).offers;
  await visitor(app).post(`/homeowner/applications/${applied.token}/offers/${offered?.id}/choose`, {
    replaces: null,
  });
  await app.work();
  const [{ reference: offer }] = (await desk.read()).offers;
  await desk.act({ type: 'request', offer, documents: ['A pay stub'], how: '', until: '' });
  const request = Number((await applied.read()).requests[0]?.id);
  await uploadDocument(app, world, applied, { request, content: pdf('A pay stub') });
  const [document] = (await desk.read()).requests[0].documents;

  await world.reset();
  const creditor = await world.lender({ legalName: 'Blue Ridge Credit', phone: '5035550142' });
  const admin = await signedInAs(app, 'admin@demo.test');
  await admin.post(`/manage/lenders/${creditor.id}/disclosures`, {
    sender: 'provider',
    address: '1 Bank Street, Columbus, OH 43215',
    agency: 'ncua',
    version: 0,
  });
  const other = await world.apply();
  await creditor.event(other.reference, {
    type: 'application.declined',
    reasons: [{ code: 'delinquent' }],
  });
  app.clock.pass(7200);
  await app.work();
  await sendDue(app.context);
  const [notice] = await world.sql(
    'select id from adverse_action_notices where application_id = $1',
    [other.id],
  );
  return {
    // The first session ended while the notice was waiting.
    client: await signedInAs(app, email),
    email,
    document: `/lender/applications/${applied.reference}/documents/${document.reference}`,
    notice: `/manage/adverse-action-notices/${String(notice?.['id'])}/pdf`,
    close: () => world.close(),
  };
}
