import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'libsql';
import { describe, expect, it } from 'vitest';
import type { RunningServer } from '../../support/startServer';
import { startServer } from '../../support/startServer';
import { openApp } from '../support/openApp';
import { emptyCanvas, signIn, textNode } from '../support/Person';

/** One patch with this much text triggers a compaction; it is written in many parts. */
const SEA = '바다가 '.repeat(500_000);

/** A client with a script at a server that may be killed soon. */
class Visitor {
  readonly #server: RunningServer;
  readonly #cookie: string;

  private constructor(server: RunningServer, cookie: string) {
    this.#server = server;
    this.#cookie = cookie;
  }

  static async signIn(server: RunningServer): Promise<Visitor> {
    const visitor = new Visitor(server, '');
    const answer = await visitor.#send('POST', '/auth/login/local', { name: '지우' });
    return new Visitor(server, (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '');
  }

  at(server: RunningServer): Visitor {
    return new Visitor(server, this.#cookie);
  }

  async create(canvas: object): Promise<number> {
    const answer = await this.#send('POST', '/projects', { name: 'Flow', canvas: JSON.stringify(canvas) });
    return ((await answer.json()) as { projectId: number }).projectId;
  }

  async add(pid: number, id: string, value: string): Promise<number> {
    const patch = [{ op: 'add', path: '/nodes/-', value: textNode(id, value) }];
    return (await this.#send('PATCH', `/projects/${pid}/canvas`, patch, 'application/json-patch+json')).status;
  }

  async canvas(pid: number): Promise<{ nodes: object[] }> {
    const answer = await this.#send('GET', `/projects/${pid}`);
    const { canvas } = (await answer.json()) as { canvas: string };
    return JSON.parse(canvas) as { nodes: object[] };
  }

  #send(method: string, path: string, body?: object, type = 'application/json'): Promise<Response> {
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { cookie: this.#cookie, ...(body === undefined ? {} : { 'content-type': type }) };
    return fetch(`${this.#server.url}${path}`, { method, headers, ...content });
  }
}

interface OnDisk {
  /** Revision of the snapshot. */
  revision: number;
  /** Number of texts, without those of versions and of long patches. */
  texts: number;
  /** Number of parts of the largest text. */
  parts: number;
  /** How many parts it will have, at least. */
  wanted: number;
  /** Number of long patches that are saved. */
  long: number;
}

function look(disk: Sqlite.Database): OnDisk {
  return disk
    .prepare(
      `with logged as (select text_id from patch_log where text_id is not null),
            canvas as (select id, bytes from canvas_text
                       where id not in (select text_id from version_text) and id not in (select text_id from logged))
       select (select revision from snapshot) as revision,
              (select count(*) from canvas) as texts,
              (select count(*) from canvas_text_part where text_id = largest.id) as parts,
              largest.bytes / 262144 as wanted,
              (select count(*) from logged) as long
       from canvas as largest order by largest.bytes desc limit 1`,
    )
    .get() as OnDisk;
}

const expected = ['a', 'b', 'c'].map((id) => textNode(id, '강'));

describe('a server in the middle of a long patch, and of compacting its log', () => {
  it('is killed and the canvas is whole', async () => {
    const zeroth = await startServer();
    const jiwoo = await Visitor.signIn(zeroth);
    const pid = await jiwoo.create(emptyCanvas());
    for (const id of ['a', 'b', 'c']) await jiwoo.add(pid, id, '강');
    const disk = new Sqlite(join(zeroth.dataDir, 'mulgil.db'));
    const cut = jiwoo.add(pid, 'sea', SEA).catch(() => 'cut');
    while (look(disk).parts < 2) await sleep(1);
    await zeroth.kill();
    expect(await cut).toBe('cut');
    const half = look(disk);
    expect(half).toMatchObject({ revision: 1, texts: 2, long: 0 });
    expect(half.parts).toBeLessThan(half.wanted);
    // Housekeeping would do so an hour later.
    disk.exec('delete from canvas_text where id not in (select text_id from snapshot)');

    const server = await startServer({ dataDir: zeroth.dataDir });
    const again = jiwoo.at(server);
    expect((await again.canvas(pid)).nodes).toEqual(expected);
    const saved = again.add(pid, 'sea', SEA);
    while (look(disk).long === 0 || look(disk).parts < 2) await sleep(1);
    await server.kill();
    expect(await saved).toBe(200);
    const left = look(disk);
    // So the kill came in the middle.
    expect(left).toMatchObject({ revision: 1, texts: 2 });
    expect(left.parts).toBeLessThan(left.wanted);

    const second = await startServer({ dataDir: server.dataDir });
    const back = jiwoo.at(second);
    expect((await back.canvas(pid)).nodes).toEqual([...expected, textNode('sea', SEA)]);

    // The next save starts the compaction again, and the end waits for it.
    expect(await back.add(pid, 'd', '강')).toBe(200);
    while (look(disk).texts < 3) await sleep(1);
    expect(await second.stop()).toBe(0);
    expect(look(disk).revision).toBe(6);
    disk.close();
    const { app } = await openApp({ DATA_DIR: server.dataDir });
    const owner = await signIn(app, '지우');
    expect((await owner.canvas(pid)).nodes).toEqual([...expected, textNode('sea', SEA), textNode('d', '강')]);
  });
});
