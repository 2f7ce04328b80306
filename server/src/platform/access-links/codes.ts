import { createHmac, randomUUID } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import type { Context } from '../context.ts';
import {
  lookupFromSecret,
  lookupFromCode,
  createContractorCode,
  createContractorSecret,
  type SecretLookup,
} from '../crypto/contractor-secrets.ts';
import { hashSecret, newSecret, seal, unseal } from '../crypto/secrets.ts';
import { noContractor } from '../db/no-contractor.ts';
import { getPurpose, sealedPurposes, type SealedPurpose, type StoredPurpose } from './purposes.ts';
import type { LinkData } from './tables.ts';
import { tidyCode } from './tidy.ts';

type WithKeys = Pick<Context, 'keys'>;

interface Subject {
  contractorId: number;
  subject: string;
}

/** A new code, the hash to store, and the salt of a derived one. */
interface NewCode {
  code: string;
  codeHash: string;
  data: Pick<LinkData, 'salt'>;
}

const stored = (code: string, data = {}): NewCode => ({ code, codeHash: hashSecret(code), data });

/** Makes a code for a purpose. */
export async function newCode(
  context: WithKeys,
  purpose: StoredPurpose,
  { contractorId, subject }: Subject,
): Promise<NewCode> {
  switch (getPurpose(purpose).form) {
    case 'typed':
      return stored(createContractorCode(contractorId));
    case 'contractor':
      return stored(createContractorSecret(contractorId));
    case 'random':
      return stored(newSecret());
    case 'derived': {
      const salt = newSecret();
      return stored(derivedCode(context, { contractorId, subject, salt }), { salt });
    }
    case 'encrypted': {
      const id = randomUUID();
      return { ...stored(id), code: await encrypted(context, id) };
    }
  }
}

/** The code of a document's link, which can be shown again although only its hash is stored. */
export function derivedCode(
  { keys }: WithKeys,
  { contractorId, subject, salt }: Subject & { salt: string },
): string {
  const bits = createHmac('sha256', keys.derive('document link')).update(
    `${contractorId}.${subject}.${salt}`,
  );
  return `${bits.digest('base64url')}-${contractorId.toString(36)}`;
}

/**
 * The columns that find a code's row, despite characters copied with it; null for a code that this
 * purpose can't have.
 */
export async function lookUpLink(
  context: WithKeys,
  purpose: StoredPurpose,
  text: string,
): Promise<{ contractorId: number; hash: string } | null> {
  const code = tidyCode(text);
  switch (getPurpose(purpose).form) {
    case 'typed':
      return known(lookupFromCode(code));
    case 'contractor':
    case 'derived':
      return known(lookupFromSecret(code));
    case 'random':
      return { contractorId: noContractor, hash: hashSecret(code) };
    case 'encrypted': {
      const id = await decrypted(context, code);
      return id === null ? null : { contractorId: noContractor, hash: hashSecret(id) };
    }
  }
}

const known = ({ contractorId, hash }: SecretLookup) =>
  contractorId === null ? null : { contractorId, hash };

const encrypted = ({ keys }: WithKeys, link: string): Promise<string> =>
  new EncryptJWT({ link })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(keys.derive('account link'));

async function decrypted({ keys }: WithKeys, code: string): Promise<string | null> {
  try {
    const { payload } = await jwtDecrypt(code, keys.derive('account link'), {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return typeof payload['link'] === 'string' ? payload['link'] : null;
  } catch {
    return null;
  }
}

/** Seals a statement as a code without a row. */
export function sealedCode({ keys }: WithKeys, purpose: SealedPurpose, statement: string): string {
  const { key, context } = sealedPurposes[purpose];
  return seal(keys.derive(key), statement, context);
}

/** The statement of a sealed code; null when it isn't one of ours for this purpose. */
export function openSealedCode(
  { keys }: WithKeys,
  purpose: SealedPurpose,
  text: string,
): string | null {
  const { key, context } = sealedPurposes[purpose];
  const code = tidyCode(text);
  return code.length < 2000 ? unseal(keys.derive(key), code, context) : null;
}
