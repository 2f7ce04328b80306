import {
  createHash,
  createPrivateKey,
  createPublicKey,
  createSign,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** A server's request to an authenticator, as far as it matters here. */
interface Asked {
  challenge: string;
  rpId?: string;
  rp?: { id: string };
  user?: { id: string };
  allowCredentials?: { id: string }[] | undefined;
}

export interface KeptAuthenticator {
  id: string;
  userHandle: string;
  /** PEM. */
  privateKey: string;
}

const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/**
 * An authenticator with one passkey, following WebAuthn level 3: ES256, without attestation. Tests
 * can make it misbehave with its fields.
 */
export class Authenticator {
  readonly credentialId: Buffer;
  readonly #private: KeyObject;
  readonly #cose: Uint8Array;
  /** The account of the passkey. */
  userHandle: string;
  /** Its signature counter; null: it doesn't count, and sends 0. */
  counter: number | null = null;
  /** Whether it has verified the user. */
  isVerified = true;
  origin: string;

  /** `kept` is from an earlier authenticator's `keep`. */
  constructor(origin: string, kept?: KeptAuthenticator) {
    this.origin = origin;
    this.credentialId = kept ? Buffer.from(kept.id, 'base64url') : randomBytes(32);
    this.userHandle = kept?.userHandle ?? '';
    this.#private = kept
      ? createPrivateKey(kept.privateKey)
      : generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const { x = '', y = '' } = createPublicKey(this.#private).export({ format: 'jwk' });
    this.#cose = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
        [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
      ]),
    );
  }

  /** The data that another process needs to use the same passkey. */
  keep(): KeptAuthenticator {
    const privateKey = this.#private.export({ format: 'pem', type: 'pkcs8' }).toString();
    return { id: this.id, userHandle: this.userHandle, privateKey };
  }

  get id(): string {
    return base64url(this.credentialId);
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(
      JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }),
    );
  }

  #data(host: string, attested?: Uint8Array): Buffer {
    const flags = 0x01 | (this.isVerified ? 0x04 : 0) | (attested ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter ?? 0);
    return Buffer.concat([
      sha256(host),
      Buffer.of(flags),
      counter,
      ...(attested ? [attested] : []),
    ]);
  }

  /** Creates the requested passkey. */
  make(asked: Asked) {
    this.userHandle = asked.user?.id ?? '';
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.credentialId, this.#cose]);
    const authData = Uint8Array.from(this.#data(asked.rp?.id ?? '', attested));
    const statement = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', asked.challenge)),
        attestationObject: base64url(isoCBOR.encode(statement as Map<string, string>)),
        transports: ['internal'],
      },
    };
  }

  /** Signs in with the passkey. */
  show(asked: Asked) {
    if (this.counter !== null) this.counter += 1;
    const clientData = this.#clientData('webauthn.get', asked.challenge);
    const data = this.#data(asked.rpId ?? '');
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(clientData)]))
      .sign(this.#private);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        ...(this.userHandle && { userHandle: this.userHandle }),
      },
    };
  }
}
