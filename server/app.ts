import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Kysely } from 'kysely';
import { answerErrors, sendError } from './http/answerErrors';
import { createMembers } from './access/members';
import { createOrigins, refuseForeignOrigins } from './access/Origins';
import { recogniseMember } from './access/recogniseMember';
import { authRoutes } from './access/routes';
import { createSessionCookie } from './access/sessionCookie';
import { createSessions } from './access/sessions';
import { ApiTokens } from './access/tokens/ApiTokens';
import { recogniseToken } from './access/tokens/recogniseToken';
import { tokenRoutes } from './access/tokens/routes';
import { capabilitiesRoute } from './http/capabilities';
import type { Clock, Ids } from './ports';
import type { Config } from './config';
import { WalCheckpoints } from './db';
import { pictureDecoder } from './files/decoding';
import type { Database } from './db';
import type { FileStore } from './files/FileStore';
import { createPictures } from './files/pictures';
import { fileRoutes } from './files/routes';
import { GenerationCounters, ImageModels, JobIntake, generationRoutes } from './generation';
import type { Engines, Makers } from './generation';
import { logRequests, loggerOptions, nameRequests, requestIds } from './http/logging';
import { openapi } from './http/openapi/openapi';
import { admitAnswers, admitBodies, BytesInFlight, NO_BODY_MAX_BYTES } from './http/admitBodies';
import { dropUnusedConnections, forgetGoneCallers, TIMEOUTS } from './http/connections';
import { ProjectStreams } from './events/ProjectStreams';
import { eventRoutes } from './events/routes';
import { gauge, metricsRoutes } from './operations/metrics';
import { healthRoutes } from './operations/health';
import { Housekeeping } from './operations/Housekeeping';
import { limitAddresses, limitMembers } from './http/limitRequests';
import { securityHeaders, securityContact } from './http/securityHeaders';
import { serveWebApp, knowWebFont } from './http/serveWebApp';
import type { Timeouts } from './http/connections';
import { CanvasStore } from './canvas/CanvasStore';
import { UnreferencedTexts } from './canvas/UnreferencedTexts';
import { canvasRoutes } from './canvas/canvasRoutes';
import { ProjectStore } from './projects/ProjectStore';
import { projectRoutes } from './projects/routes';
import { thumbnailRoute } from './projects/thumbnailRoute';
import { wholeCanvasRoutes } from './canvas/wholeCanvasRoutes';
import { CanvasWork } from './canvas/work/CanvasWork';
import { checkBodies, readJson, BARE_HEADERS, refuseMalformed } from './http/readJson';
import { KeyedMutex } from './Mutex';
import { RunDriver } from './runs/RunDriver';
import { RunLists } from './runs/RunLists';
import { RunPlanner } from './runs/RunPlanner';
import { runRoutes } from './runs/routes';
import { Runs } from './runs/Runs';
import { takeRoutes } from './takes/routes';
import { TakeStore } from './takes/TakeStore';
import { Trash } from './trash/Trash';
import { Quota } from './usage/usage';
import { usageRoute } from './usage/routes';
import { versionRoutes } from './versions/routes';
import { VersionStore } from './versions/VersionStore';

/** Everything the app needs from outside: a test passes its own clock, ids, store or engines. */
export interface AppDeps {
  config: Config;
  db: Kysely<Database>;
  store: FileStore;
  clock: Clock;
  ids: Ids;
  /** Made with the app's log, which exists only once the app does. */
  engines: (log: FastifyBaseLogger) => Promise<Engines>;
  /** Folder of the built web app. */
  webFolder: string;
  timeouts?: Timeouts;
}

/** The whole server, not yet listening. Closing it ends its streams and timers; the database is the caller's. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, db, store, clock, ids, timeouts = TIMEOUTS } = deps;
  const app: FastifyInstance = Fastify({
    ...loggerOptions(config.logLevel),
    frameworkErrors: (error, _request, reply) => {
      void sendError(reply.headers(BARE_HEADERS), error);
    },
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: NO_BODY_MAX_BYTES,
    requestTimeout: timeouts.requestMs,
    connectionTimeout: timeouts.silenceMs,
    http: { headersTimeout: timeouts.headersMs, connectionsCheckingInterval: timeouts.checkMs },
    clientErrorHandler: refuseMalformed,
    genReqId: requestIds(config.trustProxy),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  nameRequests(app);
  answerErrors(app);
  logRequests(app);
  dropUnusedConnections(app);
  forgetGoneCallers(app);
  // Fastify also takes text/plain, which any page of any site may send without asking.
  app.removeAllContentTypeParsers();
  readJson(app, 'application/json');
  checkBodies(app);

  const origins = createOrigins(config);
  const sessions = createSessions({ db, clock, ids });
  const tokens = new ApiTokens({ db, clock, ids });
  const sessionCookie = createSessionCookie(origins.https);
  const inFlight = new BytesInFlight(config.inFlightBytes);
  const quota = new Quota(config.quota);
  const pictures = createPictures({ db, store, quota, clock, log: app.log });
  const work = new CanvasWork({ db, database: config.database, log: app.log });
  const checkpoints = new WalCheckpoints({
    database: config.database,
    empty: () => work.runInThread('checkpoint', null),
    log: app.log,
  });
  const texts = new UnreferencedTexts({ db, work, log: app.log });
  const versions = new VersionStore({ db, clock, ids, work, texts, quota, log: app.log });
  const canvases = new CanvasStore({
    db,
    clock,
    ids,
    work,
    versions,
    texts,
    quota,
    cacheBytes: config.cacheBytes,
    log: app.log,
  });
  const { trashDays } = config;
  const trash = new Trash({ db, clock, purge: (order) => work.runInThread('purge', order), days: trashDays });
  const takes = new TakeStore({ db, clock, days: trashDays });
  const housekeeping = new Housekeeping({ db, clock, work, store, trashDays, log: app.log });
  const streams = new ProjectStreams({ db, log: app.log });
  const { images, analyser, writer } = await deps.engines(app.log);
  const models = new ImageModels(images);
  const counters = new GenerationCounters();
  const generation = { db, inFlight, pictures, quota, models, analyser, writer, config, counters, clock, ids };
  const intake = new JobIntake(generation, app.log);
  const projects = new ProjectStore({ db, clock, canvases, texts, pictures, versions, trash, intake, quota });
  const google =
    config.google &&
    // Its client is loaded only for those who use it.
    (await import('./access/google/createGoogleSignIn')).createGoogleSignIn(config.google, {
      db,
      clock,
      ids,
      https: origins.https,
      asksEmail: config.joining.domains !== null,
    });

  app.addHook('onListen', () => {
    const address = app.server.address();
    if (typeof address === 'object' && address !== null) origins.listening(address.port);
    housekeeping.start();
  });
  app.addHook('onReady', (done) => {
    checkpoints.start();
    done();
  });
  app.addHook('onClose', async () => {
    await housekeeping.stop();
    checkpoints.stop();
    await canvases.idle();
    await work.close();
  });

  const describeRoutes = openapi(app, { https: origins.https });
  metricsRoutes(app, {
    token: config.metricsToken,
    isOpenHere: config.publicOrigin === null,
    metrics: [
      work.counter,
      gauge('canvas_tasks_waiting', 'Tasks that wait for a worker thread', () => work.waiting),
      gauge('canvas_compactions_waiting', 'Patch logs that wait for compaction', () => canvases.pendingCompactions),
      gauge('canvas_cache_bytes', 'About how much memory the canvases last worked on take', () => canvases.cachedBytes),
      gauge('project_streams', 'Open projects that are told what changes', () => streams.open),
      gauge('bodies_bytes', 'Memory set aside for bodies of requests and answers', () => inFlight.bytes),
      gauge('pictures_waiting', 'Pictures that wait to be decoded', () => pictureDecoder.waiting),
      ...counters.all,
      ...housekeeping.metrics,
    ],
  });
  await securityHeaders(app, {
    https: origins.https,
    hstsSubdomains: config.hstsSubdomains,
    pictureSources: [...(config.publicOrigin === null ? [] : [config.publicOrigin]), ...config.avatarHosts],
  });
  if (config.webOrigins.length > 0) {
    await app.register(cors, {
      origin: config.webOrigins,
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: ['Date', 'ETag', 'Link', 'Retry-After'],
    });
  }
  await limitAddresses(app, config.requests);
  describeRoutes();
  await app.register(cookie);
  recogniseToken(app, tokens);
  refuseForeignOrigins(app, origins);
  recogniseMember(app, { sessions, tokens, cookie: sessionCookie });
  limitMembers(app, config.requests);
  admitBodies(app, inFlight);
  admitAnswers(app, inFlight);

  knowWebFont(app, deps.webFolder);
  healthRoutes(app, { db, store, clock });
  securityContact(app, { contact: config.securityContact, clock });
  await app.register((scope) =>
    authRoutes(scope, {
      members: createMembers({ db, clock, ids, rules: config.joining }),
      sessions,
      tokens,
      cookie: sessionCookie,
      origins,
      localSignIn: config.localSignIn,
      google,
    }),
  );
  usageRoute(app, { db, quota });
  tokenRoutes(app, { tokens, clock });
  capabilitiesRoute(app, () => ({
    signIn: google === null ? 'local' : 'google',
    image: models.engine,
    analyze: analyser.name,
    write: writer?.name ?? null,
    models: [...models.offered],
    ...images[0].abilities,
  }));
  const makers = (): Makers => ({ models: models.offered, writer: writer?.name ?? null });
  const planner = new RunPlanner({ db, work, projects, makers, config, clock });
  const driver = new RunDriver({ db, canvases, intake, makers, clock, log: app.log });
  app.addHook('onReady', () => driver.start());
  app.addHook('preClose', () => driver.stop());
  const runs = new Runs({ db, planner, driver, intake, projects, config, makers, clock, ids });
  // A list may be long: each member has one read at a time.
  const reads = new KeyedMutex();
  runRoutes(app, { planner, runs, lists: new RunLists({ db, projects, reads }), reads, inFlight });
  eventRoutes(app, { streams, projects });
  takeRoutes(app, { takes, projects, pictures, reads });
  projectRoutes(app, { projects, reads, inFlight });
  await app.register((scope) => wholeCanvasRoutes(scope, { projects, work }));
  versionRoutes(app, { projects, versions, inFlight });
  await app.register((scope) => canvasRoutes(scope, { db, clock, canvases, projects, work }));
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart);
    fileRoutes(scope, { pictures, inFlight });
    thumbnailRoute(scope, { projects, pictures });
  });
  await app.register(generationRoutes, { ...generation, intake });
  await app.register((scope) => serveWebApp(scope, deps.webFolder));
  return app;
}
