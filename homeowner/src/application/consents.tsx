import * as m from '#messages';
import type { ConsentBox } from '@lintel/contract/legal/page';
import { Blocks, InlineText } from '../markup.tsx';
import type { IslandData } from './island-data.ts';
import { consentField, needed, type useConsents } from './use-consents.tsx';

/** The consents, each with its own checkbox and full text. */
export function Consents({
  data,
  used,
}: {
  data: IslandData;
  used: ReturnType<typeof useConsents>;
}) {
  return (
    <div className="consents">
      {used.stateText && (
        <div className="legal-text" role="note" aria-label={used.stateText.title}>
          <p>
            <strong>{used.stateText.title}</strong>
          </p>
          <p>
            <InlineText parts={used.stateText.lead} />
          </p>
          <Blocks blocks={used.stateText.rest} heading="h4" />
        </div>
      )}
      {data.consents.map((box) => (
        <Consent
          key={box.kind}
          box={box}
          page={`/p/${data.pageName}/legal/${box.kind}?lang=${data.language}`}
          ticked={used.ticked[box.kind] ?? false}
          error={used.problem(box.kind)}
          onChange={(yes) => used.tick(box.kind, yes)}
        />
      ))}
    </div>
  );
}

interface ConsentProps {
  box: ConsentBox;
  /** The page with the full text. */
  page: string;
  ticked: boolean;
  error: string | undefined;
  onChange(ticked: boolean): void;
}

function Consent({ box, page, ticked, error, onChange }: ConsentProps) {
  const { kind, title, lead, rest } = box;
  return (
    <div className="field consent">
      <label>
        <input
          type="checkbox"
          name={consentField(kind)}
          checked={ticked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `error-${kind}` : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>
          <strong>
            {title} {needed[kind] ? '' : m.consent_optional()}
          </strong>
          <InlineText parts={lead} />
        </span>
      </label>
      {error && (
        <p className="error" id={`error-${kind}`}>
          {error}
        </p>
      )}
      <details>
        <summary>{m.consent_read()}</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keyboard users have to reach it */}
        <div className="legal-text" role="region" aria-label={title} tabIndex={0}>
          <Blocks blocks={rest} heading="h4" />
        </div>
        <a href={page} target="_blank" rel="noopener">
          {m.consent_open()}
        </a>
      </details>
    </div>
  );
}
