import { readFileSync } from 'node:fs';
import { settingNames as portalSettings, providerSetting } from '@lintel/contract/setup/settings';
import { WrongSettings } from './config.ts';
import { toError } from './errors.ts';

type Values = Readonly<Record<string, string | undefined>>;

/** The settings that are secrets, or contain one. */
export const secretSettings: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'ENCRYPTION_KEY',
  'METRICS_TOKEN',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'LENDER_WEBHOOK_SECRET',
  'MAIL_WEBHOOK_SECRET_PREVIOUS',
  'CRM_SECRET_PREVIOUS',
  'VAPID_PRIVATE_KEY',
  ...portalSettings.filter((name) => providerSetting(name).secret === true),
];

/**
 * The environment with the content of files for secrets, such as Docker secrets:
 * `SMTP_URL_FILE=/run/secrets/smtp_url` sets `SMTP_URL`. Files are read once, at startup. Throws
 * `WrongSettings`, which names every problem and never the content of a file.
 */
export function withSecretFiles(env: Values): Values {
  const resolved: Record<string, string | undefined> = { ...env };
  const problems: Record<string, string> = {};
  for (const name of secretSettings) {
    const variable = `${name}_FILE`;
    const path = env[variable];
    if (!path) continue;
    if (env[name]) {
      problems[variable] = `can't be combined with ${name}: remove one or the other`;
      continue;
    }
    const { content, problem } = read(path);
    if (problem === undefined) resolved[name] = content;
    else problems[variable] = problem;
  }
  const message = Object.entries(problems).map(([name, problem]) => `${name} ${problem}`);
  if (message.length > 0) throw new WrongSettings(message.join('; '), problems);
  return resolved;
}

/** The process's environment, with secrets from files. */
export const readEnvironment = (): Values => withSecretFiles(process.env);

function read(path: string): { content?: string; problem?: string } {
  try {
    const content = readFileSync(path, 'utf8').trim();
    return content === '' ? { problem: `names ${path}, which is empty` } : { content };
  } catch (error) {
    const { code, message } = toError(error);
    return { problem: `names ${path}, which can't be read (${code ?? message})` };
  }
}
