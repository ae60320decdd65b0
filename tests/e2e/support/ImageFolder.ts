import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

interface Instruction {
  readonly name: string;
  readonly text: string;
}

interface Stage {
  readonly root: string;
  workdir: string;
  readonly env: Record<string, string>;
}

const ROOT = resolve(import.meta.dirname, '../../..');

/**
 * Carries out a Dockerfile in plain folders, one a stage, with its own commands. Three things that need a network, root or minutes are
 * replaced: `npm ci` links the packages of the checkout, `npm run build` starts from the checkout's build and keeps it if it is fresh, and
 * no owner changes.
 */
export class ImageFolder {
  readonly #base: string;
  readonly #stages = new Map<string, Stage>();
  #last: Stage | undefined;
  /** Settings of the process in the last stage. */
  readonly said = new Map<string, string>();

  constructor(base: string) {
    this.#base = base;
    for (const instruction of readInstructions(join(ROOT, 'Dockerfile'))) this.#do(instruction);
  }

  /** The command of CMD or HEALTHCHECK as a list of words. */
  command(name: 'CMD' | 'HEALTHCHECK'): string[] {
    return wordsOf(this.said.get(name)?.replace(/^.*?(?=\[)/, '') ?? '[]');
  }

  get env(): Record<string, string> {
    return { ...this.#stage.env };
  }

  get workdir(): string {
    return this.#inside(this.#stage.workdir);
  }

  get #stage(): Stage {
    if (this.#last === undefined) throw new Error('the Dockerfile begins without FROM');
    return this.#last;
  }

  #do({ name, text }: Instruction): void {
    switch (name) {
      case 'FROM': {
        const [, alias] = / AS (\w+)$/.exec(text) ?? [];
        this.#last = { root: join(this.#base, alias ?? 'last'), workdir: '/', env: {} };
        if (alias !== undefined) this.#stages.set(alias, this.#last);
        this.said.clear();
        break;
      }
      case 'WORKDIR':
        this.#stage.workdir = text;
        mkdirSync(this.workdir, { recursive: true });
        break;
      case 'ENV': {
        const [key = '', value = ''] = text.split('=');
        this.#stage.env[key] = value.startsWith('/') ? this.#inside(value) : value;
        break;
      }
      case 'COPY':
        this.#copy(text.split(' '));
        break;
      case 'RUN':
        this.#run(text);
        break;
      default:
        this.said.set(name, text);
    }
  }

  #copy(words: string[]): void {
    const from = /^--from=(\w+)$/.exec(words[0] ?? '')?.[1];
    const [target = '', ...sources] = words.slice(from === undefined ? 0 : 1).toReversed();
    const isIgnored = from === undefined ? ignored() : () => false;
    for (const source of sources) {
      const path = from === undefined ? join(ROOT, source) : this.#inside(source, this.#stages.get(from));
      const into = resolve(this.workdir, target);
      const isFolder = lstatSync(path).isDirectory();
      cpSync(path, isFolder ? into : join(into, source), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (one) => !isIgnored(one),
      });
    }
  }

  #run(command: string): void {
    if (command.startsWith('npm ci')) {
      this.#link(command.includes('--omit=dev'));
      return;
    }
    if (command === 'npm run build' && existsSync(join(ROOT, 'dist/web'))) {
      for (const part of ['dist/web', 'dist/web-builds']) {
        cpSync(join(ROOT, part), join(this.workdir, part), { recursive: true, verbatimSymlinks: true });
      }
    }
    const here = command.replace(/ -[og] \w+/g, '').replace(/(?<= )\/[\w/]+/g, (path) => this.#inside(path));
    const { PATH, HOME } = process.env;
    const { status, stderr } = spawnSync('sh', ['-c', here], {
      cwd: this.workdir,
      env: { PATH, HOME, ...this.#stage.env },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`RUN ${command} ended with ${status}: ${stderr}`);
  }

  #link(isProduction: boolean): void {
    const lock = JSON.parse(readFileSync(join(this.workdir, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean }>;
    };
    for (const [path, { dev = false }] of Object.entries(lock.packages)) {
      const isTop = /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path);
      if (!isTop || (isProduction && dev) || !existsSync(join(ROOT, path))) continue;
      mkdirSync(dirname(join(this.workdir, path)), { recursive: true });
      symlinkSync(join(ROOT, path), join(this.workdir, path));
    }
  }

  #inside(path: string, stage = this.#stage): string {
    return join(stage.root, path);
  }
}

function readInstructions(path: string): Instruction[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, name, text] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (name !== undefined && text !== undefined) return { name, text };
    if (line === '' || line.startsWith('#')) return [];
    throw new Error(`not understood: ${line}`);
  });
}

function wordsOf(json: string): string[] {
  return (JSON.parse(json) as unknown[]).map(String);
}

/** Whether .dockerignore keeps a path of the checkout from the image. */
function ignored(): (path: string) => boolean {
  const lines = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  const patterns = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => new RegExp(`^${line.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(?:/|$)`));
  return (path) => patterns.some((pattern) => pattern.test(path.slice(ROOT.length + 1)));
}
