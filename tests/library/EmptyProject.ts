import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import manifest from '../../package.json';

const root = resolve(import.meta.dirname, '../..');
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const tsx = join(root, 'node_modules/tsx/dist/loader.mjs');
const versions = { ...manifest.dependencies, ...manifest.devDependencies };

interface Ended {
  readonly code: number;
  /** Its output, errors last. */
  readonly said: string;
}

/** A project of somebody else, in a folder of its own: it has nothing but the packed engine and what it installs. */
export class EmptyProject {
  readonly folder: string;
  /** The path that the packing command has printed. */
  packed = '';

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Packs the engine and installs it, with these packages in the versions of this repository. */
  static async withPackage(...others: (keyof typeof versions)[]): Promise<EmptyProject> {
    const project = new EmptyProject(await mkdtemp(join(tmpdir(), 'mulgil-library-')));
    await project.write('package.json', JSON.stringify({ name: 'empty', private: true, type: 'module' }));
    const packing = ['--import', tsx, join(root, 'scripts/buildEngine.ts'), join(project.folder, 'shelf')];
    const said = await project.mustRun(process.execPath, ...packing);
    [project.packed = ''] = said.split('\n');
    await project.#install(project.packed, ...asHere(others));
    return project;
  }

  /** The module behind the package's headless door, as the package has it. */
  async engine(): Promise<typeof import('../../src/engine')> {
    return import(/* @vite-ignore */ pathToFileURL(join(this.folder, 'node_modules/mulgil/index.js')).href);
  }

  async install(...names: (keyof typeof versions)[]): Promise<void> {
    await this.#install(...asHere(names));
  }

  write(path: string, text: string): Promise<void> {
    return writeFile(join(this.folder, path), text);
  }

  /** Runs a program there, without anything that the tests themselves were started with. */
  run(program: string, ...words: string[]): Promise<Ended> {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME };
    return new Promise((answer) => {
      execFile(program, words, { cwd: this.folder, env }, (error, stdout, stderr) => {
        answer({ code: error ? Number(error.code) : 0, said: `${stdout}${stderr}`.trim() });
      });
    });
  }

  async mustRun(program: string, ...words: string[]): Promise<string> {
    const { code, said } = await this.run(program, ...words);
    if (code !== 0) throw new Error(`${program} ${words.join(' ')}\n${said}`);
    return said;
  }

  /** Compiles these files as a strict project, and the declarations they reach with them. */
  async compile(files: readonly string[], settings: Readonly<Record<string, unknown>>): Promise<Ended> {
    const fixed = { target: 'es2023', strict: true, types: ['node'], outDir: 'out', sourceMap: true };
    const compilerOptions = { ...fixed, ...settings };
    await this.write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
    return this.run(process.execPath, tsc, '-p', '.');
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  async #install(...what: string[]): Promise<void> {
    await this.mustRun('npm', 'install', ...what, '--prefer-offline', '--no-audit', '--no-fund', '--silent');
  }
}

const asHere = (names: readonly (keyof typeof versions)[]): string[] =>
  names.map((name) => `${name}@${versions[name]}`);
