import { randomUUID } from 'node:crypto';
import type { Database } from '../../../platform/db/connect.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { queueEmail, type EmailDeps } from '../../emails/index.ts';
import type { SnippetPage } from './snippets.ts';

export interface MailCodeDeps {
  db: Database;
  mail: EmailDeps;
}

interface CodeMail {
  /** Where to. */
  email: string;
  page: SnippetPage & { contractorId: number };
  /** As the message calls the widget. */
  name: string;
  code: string;
}

/** E-mails a code, in the name of the user whose account is looked at. */
export async function mailCode(
  { db, mail }: MailCodeDeps,
  caller: Caller,
  sent: CodeMail,
): Promise<{ message: string }> {
  const { firstname, lastname, email } = caller.user;
  const { page, name, code } = sent;
  await db.transaction((tx) =>
    queueEmail(tx, mail, {
      event: 'widget-code',
      key: `widget-code:${randomUUID()}`,
      contractorId: page.contractorId,
      data: {
        user: { firstname, lastname, email },
        company: { name: page.companyName },
        to: sent.email,
        widget: { name, code },
      },
    }),
  );
  return { message: 'Success!' };
}
