import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A file with a violation; `rule` names the rule that must refuse it. */
interface Planted {
  readonly file: string;
  readonly code: string;
  readonly rule: string;
}

const imports = (specifier: string): string => `import { thing } from '${specifier}';\n\nexport const kept = thing;\n`;
const both = (one: string, other: string): string =>
  `import { thing } from '${one}';\nimport { other } from '${other}';\n\nexport const kept = [thing, other];\n`;
const restricted = (file: string, specifier: string): Planted => ({
  file,
  code: imports(specifier),
  rule: 'no-restricted-imports',
});
const global = (file: string, code: string): Planted => ({ file, code, rule: 'no-restricted-globals' });

const VIOLATIONS: readonly Planted[] = [
  restricted('src/engine/geometry/importsReact.ts', 'react'),
  restricted('src/engine/geometry/importsTools.ts', '../tools/states/Idle'),
  restricted('src/engine/geometry/importsEditor.ts', '../Editor'),
  restricted('src/engine/document/importsEdits.ts', '../edits/connect'),
  restricted('src/engine/document/importsStores.ts', '../../stores/RootStore'),
  restricted('src/engine/render/card/importsKonva.ts', 'konva'),
  restricted('src/engine/render/card/importsScene.ts', '../../scene/Scene'),
  global('src/engine/render/card/usesDocument.ts', `export const made = document.createElement('canvas');\n`),
  global('src/engine/geometry/usesClock.ts', `export const now = performance.now();\n`),
  restricted('src/engine/nodes/note/importsScene.ts', '../../scene/Scene'),
  restricted('src/engine/nodes/note/importsEdits.ts', '../../edits/connect'),
  restricted('src/engine/nodes/note/importsAnotherKind.ts', '../image/image'),
  restricted('src/engine/nodes/note/importsFrames.ts', '../../render/frame/paintFlow'),
  global('src/engine/nodes/note/usesDocument.ts', `export const made = document.createElement('canvas');\n`),

  restricted('src/engine/importsReact.ts', 'react'),
  restricted('src/engine/importsKonvaRoom.ts', './konva'),
  restricted('src/engine/scene/importsNode.ts', 'node:fs'),
  restricted('src/engine/importsStores.ts', '../stores/RootStore'),
  global('src/engine/usesWindow.ts', `export const ratio = window.devicePixelRatio;\n`),
  global('src/engine/usesClock.ts', `export const now = Date.now();\n`),
  global('src/engine/usesChance.ts', `export const id = crypto.randomUUID();\n`),
  restricted('src/engine/edits/importsMobx.ts', 'mobx'),
  restricted('src/engine/layout/importsKonva.ts', 'konva/lib/Shape'),
  restricted('src/engine/scene/importsApi.ts', '../../api/projects'),
  restricted('src/engine/tools/importsKonvaRoom.ts', '../konva/stage/CanvasStage'),
  restricted('src/engine/tools/importsKonva.ts', 'konva/lib/Stage'),
  restricted('src/engine/tools/states/importsAnotherState.ts', './Idle'),
  global('src/engine/tools/usesTimer.ts', `export const later = setTimeout(String, 1);\n`),
  global('src/engine/edits/usesNetwork.ts', `export const answer = fetch('/projects');\n`),
  global('src/engine/scene/usesStorage.ts', `export const kept = localStorage.getItem('key');\n`),

  restricted('src/engine/konva/importsStores.ts', '../../stores/RootStore'),
  restricted('src/engine/konva/importsScreens.ts', '../../screens/editor/Rail'),
  restricted('src/engine/konva/importsMobx.ts', 'mobx'),
  restricted('src/engine/konva/importsAllOfKonva.ts', 'konva'),
  restricted('src/engine/konva/importsAllOfReactKonva.ts', 'react-konva'),

  restricted('src/stores/importsReact.ts', 'react'),
  restricted('src/stores/importsScreens.ts', '../screens/editor/Rail'),
  restricted('src/stores/importsActions.ts', '../actions'),
  restricted('src/stores/importsWords.ts', '../i18n/en'),
  restricted('src/stores/importsAxios.ts', 'axios'),
  restricted('src/stores/importsKonvaDoor.ts', '../engine/konva'),
  restricted('src/stores/importsKonva.ts', 'konva'),
  restricted('src/stores/sync/importsZip.ts', 'client-zip'),

  restricted('src/actions/importsReact.ts', 'react'),
  restricted('src/actions/importsScreens.ts', '../screens/editor/Rail'),
  restricted('src/actions/importsEngineInternals.ts', '../engine/tools/states/Idle'),

  restricted('src/api/importsStores.ts', '../stores/RootStore'),
  restricted('src/api/importsMobx.ts', 'mobx'),
  restricted('src/api/importsEngine.ts', '../engine'),
  restricted('src/api/importsNanoid.ts', 'nanoid'),

  restricted('src/screens/importsAxios.ts', 'axios'),
  restricted('src/screens/importsImmer.ts', 'immer'),
  restricted('src/screens/importsKonva.ts', 'konva'),
  restricted('src/screens/editor/importsApi.ts', '../../api'),
  restricted('src/ui/importsFailures.ts', '../api/ApiFailure'),
  restricted('src/screens/editor/importsEngineInternals.ts', '../../engine/tools/states/Idle'),
  restricted('src/ui/importsEngineInternals.ts', '../engine/Editor'),

  restricted('server/importsStores.ts', '../src/stores/RootStore'),
  restricted('server/projects/importsEngineParts.ts', '../../src/engine/konva'),
  restricted('server/generation/preview/importsPainter.ts', '../../../preview/paintPreview'),

  restricted('preview/importsContract.ts', '../src/api/contract'),
  restricted('preview/importsServer.ts', '../server/config'),
  restricted('preview/paint/importsErrors.ts', '../../server/errors'),

  { file: 'src/theme/oneOfTwo.ts', code: imports('./twoOfTwo'), rule: 'no-cycle' },
  { file: 'src/theme/twoOfTwo.ts', code: imports('./oneOfTwo').replace('kept', 'thing2'), rule: 'no-cycle' },
  {
    file: 'src/theme/anything.ts',
    code: `export const read = (value: any): string => value;\n`,
    rule: 'no-explicit-any',
  },
];

/** Files that each room may have; the same linting finds nothing in them. */
const CLEAN: readonly (readonly [file: string, code: string])[] = [
  ['src/engine/geometry/allowed.ts', both('rbush', './vector')],
  ['src/engine/render/card/allowed.ts', imports('../../nodes/handles')],
  ['src/engine/nodes/note/allowed.ts', both('../../render/card/paintWell', '../handles')],
  ['src/engine/allowed.ts', both('./tools/states/Idle', './Editor')],
  ['src/engine/render/frame/allowed.ts', both('../../Editor', '../card/paintCard')],
  ['src/engine/tools/allowed.ts', both('../scene/Scene', 'rbush')],
  ['src/engine/tools/states/allowed.ts', both('../ToolState', '../../scene/Scene')],
  ['src/engine/konva/allowed.ts', both('konva/lib/Shape', '../Editor')],
  ['src/stores/allowed.ts', both('mobx', '../engine')],
  ['src/stores/sync/allowed.ts', both('idb-keyval', '../../api')],
  ['src/actions/allowed.ts', both('../engine', '../stores/Uploads')],
  ['src/api/allowed.ts', `import type { Snapshot } from '../engine';\n\nexport type Kept = Snapshot;\n`],
  ['src/api/asWell.ts', both('zod/mini', './contract')],
  ['src/screens/asWell.ts', both('../api/contract', '../stores')],
  ['src/screens/types.ts', `import type { Api } from '../api';\n\nexport type Kept = Api;\n`],
  ['src/screens/editor/allowed.ts', both('../../engine/konva', '../../stores')],
  ['server/allowed.ts', both('../src/api/contract', '../src/engine')],
  ['server/generation/allowed.ts', both('../../preview', './preview/offlineEngines')],
  ['preview/paint/allowed.ts', both('@napi-rs/canvas', '../scene/palette')],
];

const USES_DOM = `export const shown = document.title;\nexport const ratio = window.devicePixelRatio;\n`;
/** Files on which `tsconfig.engine.json` is tried. */
const TYPED: readonly (readonly [file: string, code: string])[] = [
  ['src/engine/usesDom.ts', USES_DOM],
  ['src/engine/nodes/note/usesDom.ts', USES_DOM],
  ['src/engine/render/card/allowed.ts', `export const half = (length: number): number => Math.round(length / 2);\n`],
  // Only this room of the engine has a screen.
  ['src/engine/konva/allowed.ts', USES_DOM],
];

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
}

const root = resolve(import.meta.dirname, '../..');
let folder = '';
let found: readonly Diagnostic[] = [];
let exitCode = 0;

/** Makes a folder with these settings of the project and these files, and none of the project's code. */
function plant(settings: readonly string[], files: readonly (readonly [file: string, code: string])[]): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'boundaries-')));
  for (const file of settings) cpSync(join(root, file), join(folder, file));
  for (const [file, code] of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), code);
  }
  return folder;
}

/** Runs one of the project's programs on such a folder; returns its output and how it ended. */
const run = (program: string, args: readonly string[], cwd: string) =>
  new Promise<{ readonly exitCode: number; readonly output: string }>((answer) => {
    execFile(join(root, 'node_modules/.bin', program), args, { cwd }, (error, output) => {
      answer({ exitCode: typeof error?.code === 'number' ? error.code : 0, output });
    });
  });

const rulesOf = (file: string): string[] =>
  found.filter(({ filename }) => filename.endsWith(file)).map(({ code }) => /\(([^)]+)\)/.exec(code)?.[1] ?? code);

/** Applies the project's own rules to the planted files. */
beforeAll(async () => {
  folder = plant(
    ['.oxlintrc.json', 'tsconfig.json'],
    [...VIOLATIONS.map(({ file, code }) => [file, code] as const), ...CLEAN],
  );
  const linted = await run('oxlint', ['--format', 'json', '--deny-warnings', '.'], folder);
  ({ exitCode } = linted);
  found = (JSON.parse(linted.output) as { diagnostics: Diagnostic[] }).diagnostics;
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the walls between the rooms', () => {
  it('stop the linting', () => {
    expect(exitCode).toBe(1);
  });

  it.each(VIOLATIONS)('$file is refused by $rule', ({ file, rule }) => {
    expect(rulesOf(file)).toContain(rule);
  });

  it.each(CLEAN)('%s is accepted', (file) => {
    expect(rulesOf(file)).toEqual([]);
  });
});

describe('the types of the headless engine', () => {
  let typed = '';

  afterAll(() => {
    rmSync(typed, { recursive: true, force: true });
  });

  it('know no document and no window', async () => {
    typed = plant(['tsconfig.json', 'tsconfig.engine.json'], TYPED);
    const checked = await run('tsc', ['-p', 'tsconfig.engine.json', '--pretty', 'false'], typed);
    expect(checked.exitCode).not.toBe(0);
    const refused = checked.output.split('\n').flatMap((line) => {
      const [, file, name] = /^([^(]+).*Cannot find name '(\w+)'/.exec(line) ?? [];
      return file ? `${file}: ${name}` : [];
    });
    expect(refused.toSorted()).toEqual([
      'src/engine/nodes/note/usesDom.ts: document',
      'src/engine/nodes/note/usesDom.ts: window',
      'src/engine/usesDom.ts: document',
      'src/engine/usesDom.ts: window',
    ]);
  });
});
