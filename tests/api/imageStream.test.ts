import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { GenerateImage } from '../../src/api/contract';
import type { ImageEvent } from '../../src/api/contractStream';
import { readImageEvents } from '../../src/api/eventStreams';
import { json } from './support/startServer';
import { api, server, setUpApi } from './support/setUpApi';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const block = (event: unknown): string => `data: ${JSON.stringify(event)}\n\n`;

const JOB: ImageEvent = { event: 'job', data: { id: 'j1' } };
const PICTURE: ImageEvent = { event: 'generated_image', data: { url: '/files/a.png' } };
const END: ImageEvent = { event: 'generate_image_end' };
const REFUSED: ImageEvent = { event: 'error', data: { message: '그림을 만들 수 없어요 🎨' } };

const bodyOf = (chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

async function collect(events: AsyncIterable<ImageEvent>): Promise<ImageEvent[]> {
  const collected: ImageEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

describe('reading the image stream', () => {
  it('reads the same events wherever the bytes are cut, also inside a character [STREAM-1] [STREAM-2] [STREAM-3]', async () => {
    const text = `: keep-alive\n\n${block(JOB)}${block({ event: 'progress', data: 3 })}data: {"broken\n\n${block(PICTURE)}${block(REFUSED)}`;
    const bytes = encode(text);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length), { maxLength: 40 }), async (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const chunks = places.slice(1).map((end, index) => bytes.slice(places[index], end));
        expect(await collect(readImageEvents(bodyOf(chunks)))).toEqual([JOB, PICTURE, REFUSED]);
      }),
      { numRuns: 200 },
    );
  });

  it('skips members it does not know, and blocks that are none [STREAM-2] [STREAM-3]', async () => {
    const text = [
      '\uFEFFdata:{"event":"job","data":{"id":"j1","queue":3},"version":2}',
      'id: 7\nevent: message\nretry: 100\ndata: {"event":"generated_image",\ndata: "data":{"url":"/files/a.png"}}',
      'data: not json',
      'data: {"event":"generated_image","data":{}}',
      'data: {"event":"generate_image_end","data":{"took":3}}',
    ];
    for (const lineEnd of ['\n', '\r\n']) {
      const stream = text.map((one) => `${one}\n\n`.replaceAll('\n', lineEnd)).join('');
      expect(await collect(readImageEvents(bodyOf([encode(stream)])))).toEqual([JOB, PICTURE, END]);
    }
  });

  it.each([[{}], [null], ['refused'], [{ message: 7 }]])(
    'ends at an error whose data is %j [STREAM-4]',
    async (data) => {
      const events = await collect(readImageEvents(bodyOf([encode(block({ event: 'error', data }) + block(PICTURE))])));
      expect(events).toHaveLength(1);
      expect(events[0]).toMatchObject({ event: 'error' });
      expect(events[0]).not.toHaveProperty('data.message');
    },
  );

  it('takes a line that says nothing for 45 seconds, three comments of the server, for dead [STREAM-5]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const failed = vi.fn<(error: unknown) => void>();
    let say: (text: string) => void = vi.fn();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        say = (text) => controller.enqueue(encode(text));
      },
    });
    const read = collect(readImageEvents(body)).catch(failed);
    await vi.advanceTimersByTimeAsync(44_999);
    say(': alive\n\n');
    await vi.advanceTimersByTimeAsync(44_999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await read;
    expect(failed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: 'timeout' }));
  });

  it('reads every byte on its own [STREAM-1]', async () => {
    const bytes = encode(block(JOB) + block(REFUSED));
    const chunks = Array.from(bytes, (byte) => Uint8Array.of(byte));
    expect(await collect(readImageEvents(bodyOf(chunks)))).toEqual([JOB, REFUSED]);
  });

  it('ends at the end event and takes a last block without its blank line [STREAM-4]', async () => {
    expect(await collect(readImageEvents(bodyOf([encode(block(END) + block(PICTURE))])))).toEqual([END]);
    expect(await collect(readImageEvents(bodyOf([encode(block(PICTURE).trimEnd())])))).toEqual([PICTURE]);
  });
});

describe('POST /nodes/generate/image', () => {
  setUpApi();
  const request: GenerateImage = {
    projectId: 7,
    nodeId: 'art',
    nodes: [{ type: 'text_prompt', content: '강가의 집' }],
  };

  it('streams the events of a run [GEN-10]', async () => {
    server.answer = (response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.end(block(JOB) + block(PICTURE) + block(END));
    };
    expect(await collect(api.nodes.generateImage(request, { idempotencyKey: 'r1' }))).toEqual([JOB, PICTURE, END]);
    expect(JSON.parse(server.heard[0]?.body.toString() ?? '')).toEqual(request);
    expect(server.heard[0]?.headers).toMatchObject({ 'idempotency-key': 'r1', accept: 'text/event-stream' });
  });

  it("throws the server's message, or words with the status [ERR-3]", async () => {
    server.answer = (response) => json(response, 503, { message: 'the provider sleeps', error: 'x', code: 'provider' });
    await expect(collect(api.nodes.generateImage(request, { idempotencyKey: 'r1' }))).rejects.toMatchObject({
      message: 'the provider sleeps',
      status: 503,
    });

    server.answer = (response) => void response.writeHead(502, 'Bad Gateway').end('<html>');
    await expect(collect(api.nodes.generateImage(request, { idempotencyKey: 'r2' }))).rejects.toThrow(
      'server error: (502 Bad Gateway)',
    );
  });

  it('does not wait for ever for an answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    server.answer = () => undefined;
    const failed = vi.fn<(error: unknown) => void>();
    const read = collect(api.nodes.generateImage(request, { idempotencyKey: 'r1' })).catch(failed);
    while (server.heard.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(45_000);
    await read;
    expect(failed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: 'timeout' }));
  });

  it("says 'no response body' when there is none [ERR-4]", async () => {
    server.answer = (response) => void response.writeHead(204).end();
    await expect(collect(api.nodes.generateImage(request, { idempotencyKey: 'r1' }))).rejects.toThrow(
      'no response body',
    );
  });

  it('rejects with a network failure when the server dies in the middle', async () => {
    server.answer = (response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(block(JOB));
      setTimeout(() => response.destroy(), 30);
    };
    const seen: ImageEvent[] = [];
    const read = async (): Promise<void> => {
      for await (const event of api.nodes.generateImage(request, { idempotencyKey: 'r1' })) seen.push(event);
    };
    await expect(read()).rejects.toMatchObject({ kind: 'network' });
    expect(seen).toEqual([JOB]);
  });

  it('stops reading when it is aborted [STREAM-6]', async () => {
    server.answer = (response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(block(JOB));
    };
    const controller = new AbortController();
    const read = async (): Promise<void> => {
      const events = api.nodes.generateImage(request, { idempotencyKey: 'r1', signal: controller.signal });
      for await (const event of events) if (event.event === 'job') controller.abort();
    };
    await expect(read()).rejects.toMatchObject({ code: 'aborted' });
  });

  it('opens the stream of a job from its start', async () => {
    server.answer = (response) =>
      void response
        .writeHead(200, { 'Content-Type': 'text/event-stream' })
        .end(block(JOB) + block(PICTURE) + block(END));
    expect(await collect(api.jobs.events('j 1'))).toHaveLength(3);
    expect(server.heard[0]).toMatchObject({ method: 'GET', url: '/jobs/j%201/events' });
  });
});
