import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { startServer } from '../../support/startServer';
import { openApp } from '../support/openApp';
import { emptyCanvas, signIn, textNode } from '../support/Person';
import { SmallDisk } from '../support/SmallDisk';
import { MEBIBYTE } from '../../../server/bytes';

const disk = SmallDisk.mount('8m');
afterAll(() => disk?.unmount());

const noise = (side: number): Promise<Buffer> =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer();

it.runIf(disk !== null)(
  'a full disk is reported, loses nothing, and is forgotten once there is room again',
  async () => {
    const dataDir = disk?.folder ?? '';
    const server = await startServer({ dataDir, env: { LOG_LEVEL: 'fatal' } });
    let cookie = '';
    const ask = (
      method: string,
      path: string,
      body?: string | FormData,
      type = 'application/json',
    ): Promise<Response> =>
      fetch(server.url + path, {
        method,
        headers: { cookie, ...(typeof body === 'string' && { 'content-type': type }) },
        ...(body !== undefined && { body }),
      });
    const upload = async (side: number): Promise<Response> => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(await noise(side))]), 'a.png');
      return ask('POST', '/files', form);
    };
    const signedIn = await ask('POST', '/auth/login/local', JSON.stringify({ name: '지우' }));
    cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const made = await ask(
      'POST',
      '/projects',
      JSON.stringify({ name: '흐름', canvas: JSON.stringify(emptyCanvas()) }),
    );
    const { projectId } = (await made.json()) as { projectId: number };
    const { url: picture } = (await (await upload(8)).json()) as { url: string };
    const acknowledged: string[] = [];
    const save = async (): Promise<Response> => {
      const id = `n${acknowledged.length}`;
      const patch = [{ op: 'add', path: '/nodes/-', value: textNode(id, '강'.repeat(2_000)) }];
      const answer = await ask(
        'PATCH',
        `/projects/${projectId}/canvas`,
        JSON.stringify(patch),
        'application/json-patch+json',
      );
      if (answer.ok) acknowledged.push(id);
      return answer;
    };
    const kept = async (): Promise<string[]> => {
      const { canvas } = (await (await ask('GET', `/projects/${projectId}`)).json()) as { canvas: string };
      return (JSON.parse(canvas) as { nodes: { id: string }[] }).nodes.map(({ id }) => id);
    };
    expect((await save()).status).toBe(200);

    disk?.fill();
    let answer = await save();
    // A save that fits into the log's remaining room still succeeds.
    for (let tries = 0; answer.ok && tries < 500; tries += 1) answer = await save();
    expect(answer.status).toBe(507);
    expect(await answer.json()).toMatchObject({
      code: 'diskFull',
      message: expect.stringContaining('no room') as string,
    });
    const refused = [
      await upload(400),
      await ask(
        'POST',
        '/projects',
        JSON.stringify({
          name: '',
          canvas: JSON.stringify({ ...emptyCanvas(), nodes: [textNode('a', 'x'.repeat(MEBIBYTE))] }),
        }),
      ),
      await save(),
    ];
    expect(refused.map(({ status }) => status)).toEqual([507, 507, 507]);
    expect(await kept()).toEqual(acknowledged);
    expect((await ask('GET', picture)).status).toBe(200);
    expect((await ask('GET', '/member')).status).toBe(200);
    expect((await (await ask('GET', '/projects')).json()) as unknown[]).toHaveLength(1);
    expect((await ask('GET', '/healthz')).status).toBe(200);

    disk?.makeRoom();
    expect((await save()).status).toBe(200);
    expect((await upload(400)).status).toBe(201);
    expect(await kept()).toEqual(acknowledged);
    // A refused request leaves nothing behind.
    expect(
      readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.part'),
      ),
    ).toEqual([]);
    expect(await server.stop()).toBe(0);
  },
);

it('a database without room refuses a change as a whole, and continues afterwards', async () => {
  const { app, db, clock } = await openApp();
  const jiwoo = await signIn(app);
  const pid = await jiwoo.create('흐름', { ...emptyCanvas(), nodes: [textNode('n1', '강')] });
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(db);
  // The session would be extended now; for want of room it is not, and its member can still read.
  clock.pass(2 * 24 * 60 * 60 * 1000);
  const patch = [{ op: 'add', path: '/nodes/-', value: textNode('n2', 'x'.repeat(100_000)) }];
  const refused = await jiwoo.patch(pid, patch, { 'idempotency-key': 'k' });
  expect([refused.statusCode, refused.json()]).toMatchObject([
    507,
    { code: 'diskFull', requestId: refused.headers['x-request-id'] },
  ]);
  expect((await jiwoo.canvas(pid)).nodes.map(({ id }) => id)).toEqual(['n1']);
  await sql`pragma max_page_count = 1000000`.execute(db);
  // The client repeats the same save.
  expect((await jiwoo.patch(pid, patch, { 'idempotency-key': 'k' })).statusCode).toBe(200);
  expect((await jiwoo.canvas(pid)).nodes.map(({ id }) => id)).toEqual(['n1', 'n2']);
});
