import { randomUUID } from 'node:crypto';
import { EncryptJWT } from 'jose';
import { expect } from 'vitest';
import { derivedCode } from '../src/platform/access-links/codes.ts';
import {
  createContractorCode,
  createContractorSecret,
} from '../src/platform/crypto/contractor-secrets.ts';
import type { Keys } from '../src/platform/crypto/keys.ts';
import { hashSecret, newSecret, seal } from '../src/platform/crypto/secrets.ts';
import type { TestDatabase } from './database.ts';

/** Links as version 1.0.0 stored them: added to its restored database, and opened after the upgrade. */
export function releaseLinks() {
  const codes = {
    sent: createContractorCode(101),
    signUp: newSecret(),
    account: randomUUID(),
    form: createContractorSecret(101),
    device: createContractorSecret(101),
    text: createContractorCode(101),
    privacy: newSecret(),
  };
  const later = "now() + interval '1 day'";
  return {
    add: async (client: Pick<TestDatabase['pool'], 'query'>): Promise<void> => {
      await client.query(`set search_path to public;
        update sent_links set expires_at = ${later}, canceled_at = null where contractor_id = 101 and id = 1;
        update link_sends set code_hash = '${hashSecret(codes.sent)}' where contractor_id = 101 and link_id = 1;
        update document_links set expires_at = ${later} where contractor_id = 101 and id = 3;
        insert into sign_up_links (secret_hash, email, draft, created_at, expires_at)
          values ('${hashSecret(codes.signUp)}', 'kim@example.com', 'sealed', now(), ${later});
        insert into account_links (id, user_id, purpose, email, new_email, factors_since, created_at, expires_at)
          select '${codes.account}', id, 'restore-email', email, 'new@example.com', now(), now(), ${later}
          from users where email = 'pro@demo.test';
        create temporary table used as select id from applications where contractor_id = 101
          and completed_at is not null and withdrawn_at is null and contested_at is null order by id limit 1;
        update applications set token_hash = '${hashSecret(codes.form)}' where contractor_id = 101 and id in (select id from used);
        insert into application_keys select 101, id, '${hashSecret(codes.device)}', ${later} from used;
        insert into application_short_links select 101, id, '${hashSecret(codes.text)}', ${later} from used;
        insert into privacy_requests (kind, email, created_at, secret_hash, secret_expires_at)
          values ('copy', 'kim@example.com', now(), '${hashSecret(codes.privacy)}', ${later});
        drop table used`);
    },
    expectOpen: async (base: string, keys: Keys): Promise<void> => {
      const open = (path: string) => fetch(base + path, { redirect: 'manual' });
      const post = async (path: string, body: unknown) => {
        const headers = { 'content-type': 'application/json', origin: base };
        const answer = await fetch(`${base}/api/v1${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        });
        return answer.json();
      };
      const sent = await open(`/l/${codes.sent}`);
      expect(sent.headers.get('location')).toContain(`#link=${codes.sent}`);
      const subject = { contractorId: 101, subject: '3' };
      const salt = 'EqBHC7j73MjWH5xXW7rwvE3tSdm3yJRR0wfO5v1UZ64';
      expect((await open(`/d/${derivedCode({ keys }, { ...subject, salt })}`)).status).toBe(200);
      for (const secret of [codes.form, codes.device])
        expect((await open(`/api/v1/homeowner/applications/${secret}`)).status).toBe(200);
      const text = await open(`/t/${codes.text}`);
      expect((await open(text.headers.get('location')?.slice(base.length) ?? '')).status).toBe(200);
      expect((await open(`/privacy/${codes.privacy}`)).status).toBe(200);
      const unsubscribe = seal(keys.derive('mail payload'), 'kim@example.com', 'unsubscribe');
      expect((await open(`/unsubscribe?m=${unsubscribe}`)).status).toBe(200);
      const token = newSecret();
      expect(await post('/sign-up/link', { m: codes.signUp, token })).toMatchObject({
        email: 'kim@example.com',
      });
      const enc = await new EncryptJWT({ link: codes.account })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(keys.derive('account link'));
      expect(await post('/restore-decrypt', { enc })).toMatchObject({
        email: 'pro@demo.test',
        newEmail: 'new@example.com',
      });
    },
  };
}
