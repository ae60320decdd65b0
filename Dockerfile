# The app as one image. All its data are in the database and the file store of its settings; by default in /data.
# Node 20, 22, 24 and 26 are tested: npm run test:nodes.
FROM node:22.23.3-slim AS built
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:22.23.3-slim AS needed
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:22.23.3-slim
ENV NODE_ENV=production
ENV HOST=0.0.0.0
ENV PORT=3000
ENV DATA_DIR=/data
# The operator's commands run npm; its upgrade notice is no use here.
ENV NPM_CONFIG_UPDATE_NOTIFIER=false
WORKDIR /app
COPY --from=needed /app/node_modules node_modules
COPY --from=built /app/dist dist
# The operator's commands run from their sources: docker compose exec app npm run trash -- list
COPY package.json tsconfig.json ./
COPY scripts scripts
COPY preview preview
COPY server server
COPY src src
RUN install -d -o node -g node /data
USER node
VOLUME ["/data"]
EXPOSE 3000
STOPSIGNAL SIGTERM
# Checks only that the process lives: no restart mends a store that is away, which /readyz reports.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Runs node itself, so that SIGTERM reaches it.
CMD ["node", "dist/server/main.js"]
