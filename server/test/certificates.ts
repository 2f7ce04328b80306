// The library needs it before its own import.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from '@peculiar/x509';
import { dayMs } from '@lintel/contract/core/durations';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** A certificate with its key, both in PEM. */
export interface Issued {
  certificate: string;
  key: string;
}

/** An authority that signs certificates for a test. */
export interface Authority extends Issued {
  issue(name: string, options?: { days?: number; dns?: string }): Promise<Issued>;
}

const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

async function pemOf(key: webcrypto.CryptoKey): Promise<string> {
  const bytes = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)).toString('base64');
  const lines = bytes.match(/.{1,64}/g) ?? [];
  return ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n');
}

const certificatePem = (certificate: X509Certificate): string => `${certificate.toString('pem')}\n`;

/** A certificate authority. Certificates are valid from yesterday for `days`. */
export async function newAuthority(name: string): Promise<Authority> {
  const keys = await newKeys();
  const yesterday = new Date(Date.now() - dayMs);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    notBefore: yesterday,
    notAfter: new Date(Date.now() + 1000 * dayMs),
    signingAlgorithm: algorithm,
    keys,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  let serial = 1;
  return {
    certificate: certificatePem(certificate),
    key: await pemOf(keys.privateKey),
    issue: async (subject, { days = 365, dns } = {}) => {
      const own = await newKeys();
      serial += 1;
      const made = await X509CertificateGenerator.create({
        serialNumber: String(serial).padStart(4, '0'),
        subject: `CN=${subject}`,
        issuer: certificate.subject,
        notBefore: new Date(Math.min(yesterday.getTime(), Date.now() + (days - 1) * dayMs)),
        notAfter: new Date(Date.now() + days * dayMs),
        signingAlgorithm: algorithm,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        extensions: [
          new BasicConstraintsExtension(false),
          ...(dns === undefined
            ? []
            : [new SubjectAlternativeNameExtension([{ type: 'dns', value: dns }])]),
        ],
      });
      return { certificate: certificatePem(made), key: await pemOf(own.privateKey) };
    },
  };
}
