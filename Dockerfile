# The product in one image: API, pages and workers. PostgreSQL and the identity provider are other services.
# docs/images.md, "Building the images", describes the arguments and secrets.
ARG NODE_IMAGE=base

FROM node:24.22.1-bookworm-slim AS base

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
ARG NPM_REGISTRY
ENV SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
    npm_config_registry=${NPM_REGISTRY} \
    pnpm_config_registry=${NPM_REGISTRY} \
    pnpm_config_store_dir=/pnpm/store
RUN --mount=type=secret,id=ca --mount=type=secret,id=npmrc,target=/root/.npmrc \
    mkdir -p /etc/ssl/certs \
    && node -p "tls.rootCertificates.join('\n')" >"$SSL_CERT_FILE" \
    && if [ -f /run/secrets/ca ]; then cat /run/secrets/ca >>"$SSL_CERT_FILE"; fi \
    && npm install --global pnpm@12.21.0
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY apps/api/package.json apps/api/
COPY apps/web/package.json apps/web/
COPY packages/analysis/package.json packages/analysis/
COPY packages/contracts/package.json packages/contracts/
COPY packages/domain/package.json packages/domain/
COPY packages/instruments/package.json packages/instruments/

FROM packages AS build
COPY tsconfig.base.json ./
COPY scripts/generate.mjs scripts/
COPY prisma prisma
COPY packages packages
COPY apps apps
# One step, and so one layer of the tools.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=cache,id=pnpm,target=/pnpm/store \
    pnpm install --frozen-lockfile --ignore-scripts --filter @curvewell/api --filter @curvewell/web... \
    && pnpm --filter @curvewell/api generate \
    && pnpm --filter @curvewell/web build

# Installed from nothing: only what runs, without tools, browser and PostgreSQL.
FROM packages AS production
COPY scripts/prune-modules.ts scripts/
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=cache,id=pnpm,target=/pnpm/store \
    pnpm install --frozen-lockfile --ignore-scripts --prod --no-optional --filter @curvewell/api... \
    && node scripts/prune-modules.ts \
    && rm -r scripts apps/web package.json pnpm-lock.yaml pnpm-workspace.yaml

FROM ${NODE_IMAGE}
# What is compiled is kept: a process that was ended is back in half the time.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=0.0.0.0 PORT=8080 DATA_DIR=/data NODE_COMPILE_CACHE=/data/compiled
WORKDIR /app
# The product installs nothing.
RUN rm -rf /usr/local/lib/node_modules /usr/local/include/node /opt/yarn* \
    /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg \
    && mkdir -p /data && chown 1000:1000 /data
COPY --from=production /app ./
COPY .github/docker/curvewell-realm.json .github/docker/
COPY docs/releases docs/releases
COPY prisma/migrations prisma/migrations
COPY prisma/former-migrations prisma/former-migrations
COPY packages packages
COPY apps/api apps/api
COPY --from=build /app/apps/api/src/generated apps/api/src/generated
COPY --from=build /app/apps/web/dist apps/web/dist
# The commit that it is made of, which records and backups name.
ARG CURVEWELL_COMMIT
ENV CURVEWELL_COMMIT=${CURVEWELL_COMMIT}
USER 1000:1000
VOLUME /data
EXPOSE 8080
# A process that upgrades a large database itself is not ready before that is done, and not unhealthy either.
HEALTHCHECK --interval=10s --timeout=3s --start-period=6h CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "apps/api/src/server.ts"]
