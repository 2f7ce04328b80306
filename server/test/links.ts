import { consentsOn } from './consents.ts';
import { visitor, type TestApp } from './app.ts';
import { signedCall } from './twilio.ts';

/** Actions of a homeowner and the SMS provider on sent links, for a test's application. */
export function linkWorld(app: TestApp) {
  const sql = async (text: string, values: unknown[] = []) =>
    (await app.deps.database.pool.query(text, values)).rows;
  const codeIn = (text: string): string => /\/l\/([0-9A-Za-z]+)/.exec(text)?.[1] ?? '';
  const pageIdOf = async (name: string): Promise<number> =>
    (await sql('select id from co_branded_pages where page_name = $1', [name]))[0]?.id;
  return {
    sql,
    codeIn,
    pageIdOf,
    /** Runs jobs that are scheduled for later, too: the handlers use the test's clock. */
    workNow: async (keys = 'text:%') => {
      await sql('update graphile_worker._private_jobs set run_at = now() where key like $1', [
        keys,
      ]);
      await app.work();
    },
    linkOf: async (id: number) => (await sql('select * from sent_links where id = $1', [id]))[0],
    sendsOf: (id: number) => sql('select * from link_sends where link_id = $1 order by n', [id]),
    open: async (code: string, pageId: number) =>
      visitor(app).post(`/homeowner/links/${code}/open`, { pageId }),
    begin: async (pageName: string, more: object = {}) => {
      const answer = await visitor(app).post(`/homeowner/pages/${pageName}/applications`, {
        source: 'text',
        ...more,
      });
      return answer.json().token as string;
    },
    /** Completes and submits the form. */
    submit: async (token: string, pageName: string, more: object = {}) =>
      visitor(app).post(`/homeowner/applications/${token}/submit`, {
        firstName: 'Ann',
        lastName: 'Lee',
        email: 'ann.lee@example.com',
        phone: '5125550147',
        city: 'Austin',
        state: 'TX',
        creditBand: 'good',
        requestedAmount: '12000',
        project: 'Painting',
        consents: await consentsOn(app, pageName),
        ...more,
      }),
    /** Twilio's status for the newest text. */
    told: async (status: string, more: Record<string, string> = {}) => {
      const [row] = await sql(
        "select id, contractor_id, provider_id from messages where channel = 'text' order by id desc limit 1",
      );
      const path = `/integrations/texts/${row.contractor_id}/${row.id}/status`;
      return app.app.inject({
        method: 'POST',
        url: `/api/v1${path}`,
        ...signedCall(`http://localhost:3000/api/v1${path}`, {
          MessageSid: row.provider_id ?? 'SM1',
          MessageStatus: status,
          ...more,
        }),
      });
    },
    /** A person replies to a text. */
    replied: (Body: string, From: string, id: string) =>
      app.app.inject({
        method: 'POST',
        url: '/api/v1/integrations/texts/replies',
        ...signedCall('http://localhost:3000/api/v1/integrations/texts/replies', {
          MessageSid: id,
          From,
          To: '+15125550100',
          Body,
        }),
      }),
  };
}
