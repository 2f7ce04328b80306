import { localStore } from './storage.ts';

/**
 * Drafts: what people type and don't save, kept in this browser. They hold names and addresses of
 * customers, so each is sealed (AES-GCM) with a key that the server gives to live sessions of the
 * account alone and that no storage of the browser has (ADR 0047).
 */
const prefix = 'lintel.kept.';

/** Milliseconds that a draft is kept. */
const life = 30 * 24 * 60 * 60 * 1000;

interface Drafts {
  /** The account that signed in. */
  owner: number;
  secret: string | null;
  /** Null without a secret, or where the browser has no WebCrypto: then nothing is stored. */
  key: CryptoKey | null;
  /** The text of each draft by its name. */
  texts: Map<string, string>;
  /** The account signed out: nothing is written from now on. */
  isOver: boolean;
}

let open: Drafts | null = null;

const prefixOf = (owner: number): string => `${prefix}${owner}.`;

/** What is being sealed. */
const sealing = new Set<Promise<void>>();

/** Resolves when everything that was being sealed is stored. */
export const settledDrafts = async (): Promise<void> => {
  await Promise.all(sealing);
};

/** Unseals the drafts of an account; from here on they can be read and written. */
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

/** The session has ended: the drafts stay sealed until the same person signs in again. */
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
  /** Keeps a text, or with null none. */
  set(name: string, text: string | null): void {
    if (open === null) return;
    if (text === null) open.texts.delete(name);
    else open.texts.set(name, text);
    const stored = store(open, name);
    sealing.add(stored);
    void stored.finally(() => sealing.delete(stored));
  },
  /** The names that begin so. */
  names: (start = ''): string[] =>
    [...(open?.texts.keys() ?? [])].filter((name) => name.startsWith(start)),
};

function changedElsewhere({ key, newValue }: StorageEvent): void {
  if (open === null || key === null || !key.startsWith(prefixOf(open.owner))) return;
  if (newValue === null) open.texts.delete(key.slice(prefixOf(open.owner).length));
  else void take(open, key, newValue);
}

/** Takes over what another tab has written. The returned function stops that. */
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
  // A later change, or the sign-out, may have come first.
  if (!of.isOver && of.texts.get(name) === text) localStore.set(place, sealed);
}

async function take(of: Drafts, place: string, stored: string): Promise<void> {
  const text = of.key && (await unseal(of.key, place, stored));
  if (text !== null) of.texts.set(place.slice(prefixOf(of.owner).length), text);
}

async function keyFrom(secret: string | null): Promise<CryptoKey | null> {
  // Browsers have it in secure contexts alone: https, and localhost.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (secret === null || subtle === undefined) return null;
  const bytes = bytesOf(secret);
  return subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

const ivLength = 12;

/** When it was sealed, then what was sealed; the place is authenticated along with it. */
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

/** The text; null when another key has sealed it, or it was changed. */
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
