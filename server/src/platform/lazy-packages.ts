/**
 * Packages that are large and seldom needed are loaded when they are first used: together they would
 * be a third of what the server takes of memory at rest. `server/test/whole/loaded-at-start.test.ts`
 * says which they are.
 */
export const loadSharp = async () => (await import('sharp')).default;
export const loadQrCode = async () => (await import('qrcode')).default;
export const loadWebPush = async () => (await import('web-push')).default;
export const loadWebauthn = () => import('@simplewebauthn/server');
