import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { projectEvent, projectEventsQuery } from '../../src/api/contractEvents';
import { memberOf } from '../access/recogniseMember';
import type { Operation } from '../http/openapi/Operation';
import { parseProjectId } from '../projects/project';
import type { ProjectStore } from '../projects/ProjectStore';
import { projectParams } from '../projects/routes';
import type { ProjectStreams } from './ProjectStreams';

const READ_EVENTS: Operation = {
  id: 'readProjectEvents',
  tag: 'projects',
  access: 'member',
  summary: 'What changes in a project',
  description:
    'Tells the revisions of its canvas, its jobs, takes, runs and their steps, also those that the reader changes. The first event has the revision as it stands, or is the first that the reader has missed. A missed change comes as it is by now: of several changes of one thing the last.',
  headers: ['Last-Event-ID'],
  answers: {
    200: {
      when: 'The events, until the reader leaves.',
      content: {
        'text/event-stream': {
          text: 'Each event is an `id: ` line, `data: ` and a ProjectEvent as JSON, then a blank line; lines that begin with a colon only keep the stream alive. Skip events you do not know.',
          each: projectEvent,
        },
      },
    },
  },
  failures: {
    404: '`projectNotFound`: the member has no such project.',
    429: '`tooManyStreams`: too many are being read at once.',
  },
};

const lastEventId = z.object({ 'last-event-id': z.string().max(200).optional() });

interface EventRouteDeps {
  streams: ProjectStreams;
  projects: Pick<ProjectStore, 'check'>;
}

/** The one stream of an open project. */
export function eventRoutes(app: FastifyInstance, { streams, projects }: EventRouteDeps): void {
  app.addHook('preClose', () => streams.stop());
  app.withTypeProvider<ZodTypeProvider>().get(
    '/projects/:pid/events',
    {
      onRequest: app.requireMember,
      config: { operation: READ_EVENTS },
      schema: { params: projectParams, querystring: projectEventsQuery, headers: lastEventId },
    },
    async (request, reply) => {
      const { id: memberId } = memberOf(request);
      const projectId = parseProjectId(request.params.pid);
      await projects.check(memberId, projectId);
      const reader = { memberId, isWelcome: () => app.isStillSignedIn(request) };
      const after = request.headers['last-event-id'];
      return streams.tell(reply, reader, { projectId, after, isOnce: request.query.once !== undefined });
    },
  );
}
