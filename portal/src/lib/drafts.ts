import { localStore } from './storage.ts';

/**
 * Drafts: unsaved input, kept in this browser. They include customers' names and addresses, so each
 * is encrypted (AES-GCM) with a key that the server gives only to the account's live sessions and
 * that is never stored in the browser (ADR 0047).
 */
const prefix = 'lintel.kept.';

/** How long a draft is kept, in milliseconds. */
const life = 30 * 24 * 60 * 60 * 1000;

interface Drafts {
  /** The signed-in account. */
  owner: number;
  secret: string | null;
  /** Null without a secret or without WebCrypto: then nothing is stored. */
  key: CryptoKey | null;
  /** Drafts by name. */
  texts: Map<string, string>;
  /** The account has signed out: no more writes. */
  isClosed: boolean;
}

let open: Drafts | null = null;

const ownerPrefix = (owner: number): string => `${prefix}${owner}.`;

/** Pending encryptions. */
const pendingWrites = new Set<Promise<void>>();

/** Resolves after all pending encryptions are stored. */
export const draftsSettled = async (): Promise<void> => {
  await Promise.all(pendingWrites);
};

/** Decrypts an account's drafts and enables reads and writes. */
export async function openDrafts(owner: number, secret: string | null): Promise<void> {
  if (open?.owner === owner && open.secret === secret) return;
  await draftsSettled();
  const key = await keyFrom(secret);
  const drafts: Drafts = { owner, secret, key, texts: new Map(), isClosed: false };
  const start = ownerPrefix(owner);
  for (const name of localStore.names(prefix)) {
    const stored = localStore.get(name) ?? '';
    if (isOld(stored)) localStore.set(name, null);
    else if (name.startsWith(start)) await load(drafts, name, stored);
  }
  open = drafts;
}

/** The session has ended: drafts stay encrypted until the same user signs in again. */
export const closeDrafts = (): void => {
  open = null;
};

/** Removes the drafts of the account that signs out. */
export function removeDrafts(): void {
  if (open === null) return;
  open.isClosed = true;
  for (const name of localStore.names(ownerPrefix(open.owner))) localStore.set(name, null);
  open = null;
}

export const drafts = {
  get: (name: string): string | null => open?.texts.get(name) ?? null,
  /** Stores a draft; null removes it. */
  set(name: string, text: string | null): void {
    if (open === null) return;
    if (text === null) open.texts.delete(name);
    else open.texts.set(name, text);
    const stored = store(open, name);
    pendingWrites.add(stored);
    void stored.finally(() => pendingWrites.delete(stored));
  },
  /** Names with this prefix. */
  names: (start = ''): string[] =>
    [...(open?.texts.keys() ?? [])].filter((name) => name.startsWith(start)),
};

function onStorage({ key, newValue }: StorageEvent): void {
  if (open === null || key === null || !key.startsWith(ownerPrefix(open.owner))) return;
  if (newValue === null) open.texts.delete(key.slice(ownerPrefix(open.owner).length));
  else void load(open, key, newValue);
}

/** Picks up changes from other tabs. Returns a cleanup function. */
export function watchDrafts(): () => void {
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

async function store(openStore: Drafts, name: string): Promise<void> {
  const place = ownerPrefix(openStore.owner) + name;
  const text = openStore.texts.get(name);
  if (text === undefined) {
    localStore.set(place, null);
    return;
  }
  if (openStore.key === null) return;
  const encrypted = await encrypt(openStore.key, place, text);
  // A later change or a sign-out may have come first.
  if (!openStore.isClosed && openStore.texts.get(name) === text) localStore.set(place, encrypted);
}

async function load(openStore: Drafts, place: string, stored: string): Promise<void> {
  const text = openStore.key && (await decrypt(openStore.key, place, stored));
  if (text !== null) openStore.texts.set(place.slice(ownerPrefix(openStore.owner).length), text);
}

async function keyFrom(secret: string | null): Promise<CryptoKey | null> {
  // Available only in secure contexts: https and localhost.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (secret === null || subtle === undefined) return null;
  const bytes = fromBase64(secret);
  return subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

const ivLength = 12;

/** The time followed by the ciphertext; the storage key is authenticated data. */
async function encrypt(key: CryptoKey, place: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivLength));
  const additionalData = new TextEncoder().encode(place);
  const encrypted = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData },
    key,
    new TextEncoder().encode(text),
  );
  return `${Date.now()}.${toBase64(iv)}.${toBase64(new Uint8Array(encrypted))}`;
}

/** The decrypted text; null if it was encrypted with another key or changed. */
async function decrypt(key: CryptoKey, place: string, stored: string): Promise<string | null> {
  const [, iv = '', encrypted = ''] = stored.split('.');
  try {
    const additionalData = new TextEncoder().encode(place);
    const algorithm = { name: 'AES-GCM', iv: fromBase64(iv), additionalData };
    const text = await crypto.subtle.decrypt(algorithm, key, fromBase64(encrypted));
    return new TextDecoder().decode(text);
  } catch {
    return null;
  }
}

const isOld = (stored: string): boolean => {
  const at = Number(/^(\d+)\./.exec(stored)?.[1] ?? 0);
  return Date.now() - at > life;
};

const fromBase64 = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
