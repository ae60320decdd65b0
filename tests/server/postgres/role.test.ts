import { readFileSync } from 'node:fs';
import { expect, inject, it, onTestFinished } from 'vitest';
import { ask } from '../support/databases';
import { openApp } from '../support/openApp';
import { signIn } from '../support/Person';

const NAME = 'role_of_the_app';

it('the role that the containers make for the app runs all of it, and owns nothing else [GUARD-5]', async () => {
  const [, script = ''] = /<<'SQL'\n([^]*?)\nSQL/.exec(readFileSync('deploy/makeRole.sh', 'utf8')) ?? [];
  const statements = script
    .replaceAll('mulgil', NAME)
    .replace(":'password'", "'f00d'")
    .split('\n')
    // The superuser of the tests has another name.
    .filter((line) => !line.includes('role postgres'));
  expect(statements).toHaveLength(3);
  const superuser = new URL(inject('postgres') ?? '');
  superuser.pathname = '/postgres';
  for (const statement of statements) await ask(superuser.href, statement);
  onTestFinished(async () => {
    await ask(superuser.href, `drop database ${NAME} with (force)`);
    await ask(superuser.href, `drop role ${NAME}`);
  });
  const own = new URL(superuser);
  [own.username, own.password, own.pathname] = [NAME, 'f00d', `/${NAME}`];

  const { app, tidy, close } = await openApp({ DATABASE_URL: own.href });
  const jiwoo = await signIn(app);
  const id = await jiwoo.create();
  expect((await jiwoo.patch(id, [])).statusCode).toBe(200);
  await tidy();
  await close();
  const rights = 'select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles';
  expect(await ask(own.href, `${rights} where rolname = '${NAME}'`)).toEqual([
    { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false },
  ]);
  await expect(ask(own.href, 'create database another')).rejects.toThrow('permission denied');
});
