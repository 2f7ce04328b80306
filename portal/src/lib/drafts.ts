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
  isOver: boolean;
}

let open: Drafts | null = null;

const prefixOf = (owner: number): string => `${prefix}${owner}.`;

/** Pending encryptions. */
const sealing = new Set<Promise<void>>();

/** Resolves after all pending encryptions are stored. */
export const settledDrafts = async (): Promise<void> => {
  await Promise.all(sealing);
};

/** Decrypts an account's drafts and enables reads and writes. */
export async function openDrafts(owner: number, secret: string | null): Promise<void> {
  if (open?.owner === owner && open.secret === secret) return;
  await settledDrafts();
  const key = await keyFrom(secret);
  const drafts: Drafts = { owner, secret, key, texts: new Map(), isOver: false };
  const start = prefixOf(owner);
  for (const name of localStore.names(prefix)) {
    const stored = localStore.get(name) ?? '';
    if (isOld(stored)) localStore.set(name, null);
    else if (name.startsWith(start)) await take(drafts, name, stored);
  }
  open = drafts;
}

/** The session has ended: drafts stay encrypted until the same user signs in again. */
export const closeDrafts = (): void => {
  open = null;
};

/** Removes the drafts of the account that signs out. */
export function forgetDrafts(): void {
  if (open === null) return;
  open.isOver = true;
  for (const name of localStore.names(prefixOf(open.owner))) localStore.set(name, null);
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
    sealing.add(stored);
    void stored.finally(() => sealing.delete(stored));
  },
  /** Names with this prefix. */
  names: (start = ''): string[] =>
    [...(open?.texts.keys() ?? [])].filter((name) => name.startsWith(start)),
};

function changedElsewhere({ key, newValue }: StorageEvent): void {
  if (open === null || key === null || !key.startsWith(prefixOf(open.owner))) return;
  if (newValue === null) open.texts.delete(key.slice(prefixOf(open.owner).length));
  else void take(open, key, newValue);
}

/** Picks up changes from other tabs. Returns a cleanup function. */
export function watchDrafts(): () => void {
  window.addEventListener('storage', changedElsewhere);
  return () => window.removeEventListener('storage', changedElsewhere);
}

async function store(of: Drafts, name: string): Promise<void> {
  const place = prefixOf(of.owner) + name;
  const text = of.texts.get(name);
  if (text === undefined) {
    localStore.set(place, null);
    return;
  }
  if (of.key === null) return;
  const sealed = await seal(of.key, place, text);
  // A later change or a sign-out may have come first.
  if (!of.isOver && of.texts.get(name) === text) localStore.set(place, sealed);
}

async function take(of: Drafts, place: string, stored: string): Promise<void> {
  const text = of.key && (await unseal(of.key, place, stored));
  if (text !== null) of.texts.set(place.slice(prefixOf(of.owner).length), text);
}

async function keyFrom(secret: string | null): Promise<CryptoKey | null> {
  // Available only in secure contexts: https and localhost.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (secret === null || subtle === undefined) return null;
  const bytes = bytesOf(secret);
  return subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

const ivLength = 12;

/** The time followed by the ciphertext; the storage key is authenticated data. */
async function seal(key: CryptoKey, place: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivLength));
  const additionalData = new TextEncoder().encode(place);
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData },
    key,
    new TextEncoder().encode(text),
  );
  return `${Date.now()}.${base64Of(iv)}.${base64Of(new Uint8Array(sealed))}`;
}

/** The decrypted text; null if it was encrypted with another key or changed. */
async function unseal(key: CryptoKey, place: string, stored: string): Promise<string | null> {
  const [, iv = '', sealed = ''] = stored.split('.');
  try {
    const additionalData = new TextEncoder().encode(place);
    const algorithm = { name: 'AES-GCM', iv: bytesOf(iv), additionalData };
    const text = await crypto.subtle.decrypt(algorithm, key, bytesOf(sealed));
    return new TextDecoder().decode(text);
  } catch {
    return null;
  }
}

const isOld = (stored: string): boolean => {
  const at = Number(/^(\d+)\./.exec(stored)?.[1] ?? 0);
  return Date.now() - at > life;
};

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
