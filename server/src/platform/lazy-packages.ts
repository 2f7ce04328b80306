/**
 * Large, rarely used packages are loaded on first use: together they would take a third of the
 * server's idle memory. `server/test/whole/loaded-at-start.test.ts` lists them.
 */
export const loadSharp = async () => (await import('sharp')).default;
export const loadQrCode = async () => (await import('qrcode')).default;
export const loadWebPush = async () => (await import('web-push')).default;
export const loadWebauthn = () => import('@simplewebauthn/server');
