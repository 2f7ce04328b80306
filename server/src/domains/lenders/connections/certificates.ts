import { createPrivateKey, X509Certificate } from 'node:crypto';
import { invalidField } from '../../../platform/errors.ts';

/** What staff see of a certificate. */
export interface CertificateFacts {
  subject: string;
  issuer: string;
  fingerprint: string;
  expiresAt: Date;
}

const pemBlock = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

const parse = (pem: string): X509Certificate | null => {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
};

/** The distinguished name on one line, such as `CN=Lintel, O=Example`. */
const oneLine = (name: string): string => name.split('\n').join(', ');

const factsOf = (certificate: X509Certificate): CertificateFacts => ({
  subject: oneLine(certificate.subject),
  issuer: oneLine(certificate.issuer),
  fingerprint: certificate.fingerprint256,
  expiresAt: new Date(certificate.validTo),
});

/** The facts of the first certificate of a stored PEM text. */
export function readCertificate(pem: string): CertificateFacts {
  const certificate = parse(pem);
  if (certificate === null) throw new Error('A stored certificate is unreadable');
  return factsOf(certificate);
}

/** The facts of each certificate of a stored PEM text. */
export const readCertificates = (pem: string): CertificateFacts[] =>
  (pem.match(pemBlock) ?? []).map(readCertificate);

/**
 * Checks a client certificate with its key, and returns its facts. Throws field errors for a text
 * that isn't PEM, a key of another certificate, an encrypted key, and an expired certificate.
 */
export function checkCertificate(certificate: string, key: string, now: Date): CertificateFacts {
  const found = parsedBlocks(certificate, 'certificate')[0];
  if (found === undefined)
    throw invalidField(
      'certificate',
      'Please paste the certificate in PEM: it starts with -----BEGIN CERTIFICATE-----.',
    );
  if (/ENCRYPTED PRIVATE KEY|Proc-Type: 4,ENCRYPTED/.test(key))
    throw invalidField('key', 'Please remove the key’s passphrase first.');
  let matches: boolean;
  try {
    matches = found.checkPrivateKey(createPrivateKey(key));
  } catch {
    throw invalidField('key', 'Please paste the private key in PEM.');
  }
  if (!matches) throw invalidField('key', 'This key belongs to another certificate.');
  const facts = factsOf(found);
  requireCurrent(facts, 'certificate', now);
  return facts;
}

/** Checks the PEM text of authorities; empty for none. Throws field errors. */
export function checkAuthorities(pem: string, now: Date): CertificateFacts[] {
  if (pem === '') return [];
  const found = parsedBlocks(pem, 'authorities');
  if (found.length === 0)
    throw invalidField(
      'authorities',
      'Please paste the certificates in PEM: each starts with -----BEGIN CERTIFICATE-----.',
    );
  const facts = found.map(factsOf);
  for (const one of facts) requireCurrent(one, 'authorities', now);
  return facts;
}

/** The certificates of a PEM text. Throws a field error if it contains anything else. */
function parsedBlocks(pem: string, field: string): X509Certificate[] {
  const rest = pem.replaceAll(pemBlock, '').trim();
  const blocks = (pem.match(pemBlock) ?? []).map(parse);
  if (rest !== '' || blocks.includes(null))
    throw invalidField(field, 'Please paste only certificates in PEM here.');
  return blocks.filter((block) => block !== null);
}

function requireCurrent({ expiresAt }: CertificateFacts, field: string, now: Date): void {
  if (expiresAt <= now)
    throw invalidField(
      field,
      `This certificate expired on ${expiresAt.toISOString().slice(0, 10)}.`,
    );
}
