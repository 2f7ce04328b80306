import { expect } from 'vitest';
import { newCodeOf } from '../src/platform/crypto/contractor-secrets.ts';
import { hashSecret, newSecret } from '../src/platform/crypto/secrets.ts';
import type { TestDatabase } from './database.ts';

/** Links as version 1.0.0 stored them: added to its restored database, and opened after the upgrade. */
export function releaseLinks() {
  const codes = { sent: newCodeOf(101), signUp: newSecret() };
  return {
    add: async (client: Pick<TestDatabase['pool'], 'query'>): Promise<void> => {
      const later = "now() + interval '1 day'";
      await client.query(`
        update public.sent_links set expires_at = ${later}, canceled_at = null where contractor_id = 101 and id = 1;
        update public.link_sends set code_hash = '${hashSecret(codes.sent)}' where contractor_id = 101 and link_id = 1;
        insert into public.sign_up_links (secret_hash, email, draft, created_at, expires_at)
          values ('${hashSecret(codes.signUp)}', 'kim@example.com', 'sealed', now(), ${later})`);
    },
    expectOpen: async (base: string): Promise<void> => {
      const open = (path: string) => fetch(base + path, { redirect: 'manual' });
      const sent = await open(`/l/${codes.sent}`);
      expect(sent.headers.get('location')).toContain(`#link=${codes.sent}`);
      const signUp = await fetch(`${base}/api/v1/sign-up/link`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: base },
        body: JSON.stringify({ m: codes.signUp, token: newSecret() }),
      });
      expect(await signUp.json()).toMatchObject({ email: 'kim@example.com' });
    },
  };
}
