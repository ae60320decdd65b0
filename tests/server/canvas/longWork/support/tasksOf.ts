import type { FastifyInstance } from 'fastify';

/** How often each task was done, by its thread: `compact worker`. */
export async function tasksOf(app: FastifyInstance): Promise<Record<string, number>> {
  const { body } = await app.inject('/metrics');
  const lines = body.matchAll(/^canvas_tasks_total\{task="(\w+)",thread="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, task, thread, count]) => [`${task} ${thread}`, Number(count)]));
}
