import { describe, expect, it } from 'vitest';
import { deleteMember } from '../../../scripts/members/deleteMember';
import { withInstallation } from '../../../scripts/installation/openInstallation';
import { signIn } from '../support/Person';
import { FakeImageEngine, plainPicture } from './support/FakeImageEngine';
import { eventsIn } from './support/events';
import { openEngineApp } from './support/openEngineApp';

describe('a job whose member is deleted while it runs', () => {
  it('ends when its engine does: its reader is told, and its memory is let go [MEMBERS-4]', async () => {
    const imageEngine = new FakeImageEngine();
    const { app, env, person, projectId } = await openEngineApp(imageEngine);
    const other = await signIn(app, '다른 사람');
    const uploaded = await person.upload('POST', '/files', 'file', await plainPicture('#aa3311'));
    const { url } = uploaded.json<{ url: string }>();
    const { memberId } = (await person.get('/member')).json<{ memberId: string }>();
    const wish = { projectId, nodes: [{ type: 'image_prompt', content: url }], nodeId: 'image-1' };
    const asked = person.post('/nodes/generate/image', wish);
    const order = await imageEngine.order();
    const reserved = async (): Promise<number> =>
      Number(/^bodies_bytes (\d+)$/m.exec((await other.get('/metrics')).body)?.[1]);
    expect(await reserved()).toBeGreaterThan(0);
    await withInstallation(env, (data) => deleteMember(data, memberId));
    order.hand({ bytes: await plainPicture('#2f6bff'), model: 'fake-image-1' });
    expect(eventsIn((await asked).body).at(-1)).toMatchObject({ event: 'error', data: { code: 'aborted' } });
    await expect.poll(reserved).toBe(0);
  });
});
