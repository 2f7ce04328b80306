import type { Logger } from 'pino';
import {
  settingGroupNames,
  settingsIn,
  type SettingGroup,
  type SettingName,
} from '@lintel/contract/setup/settings';
import { readConfig, type Config } from '../config.ts';
import type { Keys } from '../crypto/keys.ts';
import type { Database } from '../db/connect.ts';
import { publishNotice, type Notices } from '../db/notices.ts';
import { toError } from '../errors.ts';
import type { SetupState } from '../setup.ts';
import { readOpening } from './opening.ts';
import { selectSettings, valueOf, type StoredSetting } from './store.ts';

type Env = Readonly<Record<string, string | undefined>>;
type Values = Partial<Record<SettingName, string>>;

interface Opened {
  env: Env;
  db: Database;
  keys: Keys;
  log: Logger;
}

/** Something made from settings, such as a connection, that is made again when they change. */
interface Adapter {
  /** Makes the next one; the returned function replaces the current one. */
  follow(next: Config): Promise<() => void>;
}

const topic = 'provider-settings';

/** Notifies all processes that settings have changed, once the transaction commits. */
export const announceSettings = (tx: Database): Promise<void> => publishNotice(tx, topic);

/** Milliseconds between reads that catch a missed notice. */
const pace = 30_000;

/**
 * The settings that are in effect: defaults, the portal's values, and environment variables. Its
 * `config` stays the same object, and its properties are replaced all at once when the portal's
 * values change, in every process. Code that keeps a value made from settings makes it with
 * `adapter`, or reads `config` each time.
 */
export class LiveConfig {
  readonly config: Config;
  /** Groups whose stored values are invalid together with the environment, and why. */
  problems: Partial<Record<SettingGroup, string>> = {};
  readonly #opened: Opened;
  readonly #adapters: Adapter[] = [];
  #refreshing: Promise<void> = Promise.resolve();
  #stop: () => void = () => {};

  constructor(opened: Opened) {
    this.#opened = opened;
    this.config = readConfig(opened.env);
  }

  /** The environment's value, which wins over the portal's. */
  fromEnvironment(name: SettingName): string | undefined {
    return this.#opened.env[name] || undefined;
  }

  /** The settings with these values of the portal. Throws `WrongSettings`. */
  withValues(values: Values): Config {
    return readConfig(this.#opened.env, values);
  }

  /** The portal's values in these rows. */
  valuesOf(rows: readonly StoredSetting[]): Values {
    const { keys, log } = this.#opened;
    return Object.fromEntries(
      rows.flatMap((row) => {
        const value = valueOf(keys, row);
        if (value === null && row.sealed !== null)
          log.error({ setting: row.name }, 'a secret cannot be read with this ENCRYPTION_KEY');
        return value === null ? [] : [[row.name, value]];
      }),
    );
  }

  /** What a step of setting up that consists of one group has and lacks. */
  async groupState(group: SettingGroup): Promise<SetupState> {
    const names = settingsIn(group);
    const stored = this.valuesOf(await selectSettings(this.#opened.db));
    const problem = this.problems[group];
    return {
      isStarted: names.some(
        (name) => stored[name] !== undefined || this.fromEnvironment(name) !== undefined,
      ),
      problems: [
        ...(problem === undefined ? [] : [problem]),
        ...this.config.missing.filter((one) => one.group === group).map((one) => one.problem),
      ],
    };
  }

  /** Reads the stored values. Several calls run one after another. */
  refresh(): Promise<void> {
    this.#refreshing = this.#refreshing.then(
      () => this.#refresh(),
      () => this.#refresh(),
    );
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const { db } = this.#opened;
    const rows = await selectSettings(db);
    const opening = await readOpening(db);
    const { config, problems } = this.#effective(this.valuesOf(rows));
    const isProduction = config.NODE_ENV === 'production';
    config.isOpen =
      (opening?.open ?? !isProduction) && (!isProduction || config.missing.length === 0);
    const replacements = await Promise.all(this.#adapters.map((one) => one.follow(config)));
    // From here on, nothing waits: other code sees all of the old values or all of the new ones.
    for (const replace of replacements) replace();
    for (const name of Object.keys(this.config))
      if (!(name in config)) Reflect.deleteProperty(this.config, name);
    Object.assign(this.config, config);
    this.problems = problems;
  }

  /**
   * All stored values, without the groups that became invalid, for example because an environment
   * variable was added: a stored value must never keep the product from starting.
   */
  #effective(stored: Values): { config: Config; problems: LiveConfig['problems'] } {
    try {
      return { config: this.withValues(stored), problems: {} };
    } catch {
      const values: Values = {};
      const problems: LiveConfig['problems'] = {};
      for (const group of settingGroupNames) {
        const own = Object.fromEntries(
          settingsIn(group).flatMap((name) => (stored[name] ? [[name, stored[name]]] : [])),
        );
        try {
          this.withValues({ ...values, ...own });
          Object.assign(values, own);
        } catch (error) {
          problems[group] = toError(error).message;
          this.#opened.log.error({ group, reason: toError(error).message }, 'settings not in use');
        }
      }
      return { config: this.withValues(values), problems };
    }
  }

  /** Follows changes of other processes until `close`. */
  listen(notices: Notices): void {
    const read = (): void =>
      void this.refresh().catch((error: unknown) =>
        this.#opened.log.warn({ err: error }, 'the settings could not be read'),
      );
    const unhear = notices.hear(topic, read);
    const timer = setInterval(read, pace);
    timer.unref();
    this.#stop = () => {
      clearInterval(timer);
      unhear();
    };
  }

  /** Stops following, and waits for a read in progress. */
  async close(): Promise<void> {
    this.#stop();
    await this.#refreshing.catch(() => {});
  }

  /**
   * A port made from the settings in `names`, which is made again when one of them changes. The
   * returned object always passes calls to the current one. `retire` closes a replaced one.
   */
  async adapter<Port extends object>(
    names: readonly (keyof Config)[],
    make: (config: Config) => Port | Promise<Port>,
    retire: (port: Port) => void = () => {},
  ): Promise<Port> {
    const valuesIn = (config: Config): string =>
      JSON.stringify(names.map((name) => config[name] ?? null));
    let current = await make(this.config);
    let madeOf = valuesIn(this.config);
    this.#adapters.push({
      follow: async (next) => {
        const wanted = valuesIn(next);
        if (wanted === madeOf) return () => {};
        const replacement = await make(next);
        return () => {
          retire(current);
          current = replacement;
          madeOf = wanted;
        };
      },
    });
    return forwarding(() => current);
  }
}

/** An object with the properties of the current port. */
const forwarding = <Port extends object>(current: () => Port): Port =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the handler answers for the empty target
  new Proxy({} as Port, {
    get: (_target, name) => {
      const port = current();
      const value: unknown = Reflect.get(port, name);
      return typeof value === 'function' ? value.bind(port) : value;
    },
    set: (_target, name, value) => Reflect.set(current(), name, value),
  });

/** A value made from settings, which is made again when `source` returns others. */
export function madeFrom<Source, Value>(
  source: () => Source,
  make: (source: Source) => Value,
): () => Value {
  let made: { of: string; value: Value } | undefined;
  return () => {
    const now = source();
    const of = JSON.stringify(now);
    if (made?.of !== of) made = { of, value: make(now) };
    return made.value;
  };
}
