import Bowser from 'bowser';

const browsers = new Set(Object.values(Bowser.BROWSER_MAP));
const systems = new Set(Object.values(Bowser.OS_MAP));

/**
 * Describes a browser and its system, such as `Chrome on Windows`. A user agent can contain
 * anything and the result appears in messages, so only names known to the library are used.
 */
export function deviceWords(userAgent: string): string {
  if (userAgent === '') return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent);
  const name = browser.name !== undefined && browsers.has(browser.name) ? browser.name : undefined;
  const system = os.name !== undefined && systems.has(os.name) ? os.name : undefined;
  if (name === undefined) return system === undefined ? 'Unknown device' : `Browser on ${system}`;
  return system === undefined ? name : `${name} on ${system}`;
}
