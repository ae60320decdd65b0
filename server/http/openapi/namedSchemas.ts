import { z } from 'zod';
import * as contract from '../../../src/api/contract';
import * as events from '../../../src/api/contractEvents';
import * as runs from '../../../src/api/contractRuns';
import * as stream from '../../../src/api/contractStream';
import * as takes from '../../../src/api/contractTakes';
import * as words from '../../../src/api/contractWords';

/** The schemas of request bodies. A schema without a name here makes the document fail. */
const SENT = {
  LocalSignIn: contract.localSignIn,
  NewToken: contract.createToken,
  NewProject: contract.createProject,
  PushedProject: z.object({ ...contract.pushProject.shape, snapshot: contract.snapshot }),
  JsonPatch: z.array(
    z.looseObject({
      op: contract.patchOperation.shape.op,
      path: z.string().describe('A JSON Pointer (RFC 6901).'),
      from: z.string().optional().describe('Of move and copy.'),
      value: z.unknown().optional().describe('Of add, replace and test.'),
    }),
  ),
  ProjectName: contract.renameProject,
  VersionToKeep: contract.keepVersion,
  VersionName: contract.renameVersion,
  PictureWish: contract.generateImage,
  TextWish: contract.generateText,
  PromptItem: contract.generateItem,
  CategoryPrompt: contract.categoryPrompt,
  TextToAnalyze: words.analyzeText,
  PictureToDescribe: words.describePicture,
  TextToImprove: words.improveText,
  TakeRating: takes.rateTake,
  RunWish: runs.runWish,
} as const;

const ANSWERED = {
  Member: contract.member,
  MemberUsage: contract.memberUsage,
  ApiToken: contract.apiToken,
  ApiTokenList: contract.apiTokenList,
  CreatedApiToken: contract.createdToken,
  ProjectSummary: contract.projectSummary,
  ProjectList: contract.projectList,
  ProjectHead: contract.projectHead,
  OpenedHead: contract.openedHead,
  Project: contract.projectRecord,
  Snapshot: contract.snapshot,
  SnapshotNode: contract.snapshotNode,
  SnapshotEdge: contract.snapshotEdge,
  PatchAnswer: contract.patchAnswer,
  PatchBehind: contract.patchBehind,
  Version: contract.version,
  VersionList: contract.versionList,
  Thumbnail: contract.thumbnailAnswer,
  File: contract.fileAnswer,
  Job: contract.job,
  JobList: contract.jobList,
  Credentials: takes.credentials,
  Take: takes.take,
  TakeList: takes.takeList,
  TakePage: takes.takePage,
  RunPlan: runs.runPlan,
  StartedRun: runs.startedRun,
  Run: runs.run,
  RunList: runs.runList,
  ImageEvent: stream.imageEvent,
  ProjectEvent: events.projectEvent,
  Analysis: words.analysis,
  WrittenText: words.writtenText,
  Capabilities: contract.capabilities,
  ApiDocument: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
  Health: z.object({ status: z.literal('ok') }),
  Error: contract.errorBody,
} as const;

export const { PushedProject: pushedProject, JsonPatch: jsonPatch } = SENT;
export const { ApiDocument: apiDocument, Health: health } = ANSWERED;

type Schema = Readonly<Record<string, unknown>>;

const URI = '#/components/schemas/';
const names = new Map<unknown, string>(
  [...Object.entries(SENT), ...Object.entries(ANSWERED)].map(([name, schema]) => [schema, name]),
);
let all: Record<string, Schema> | undefined;

/** All of them as JSON schemas, made once. */
export function namedSchemas(): Record<string, Schema> {
  all ??= { ...toJson(SENT, 'input'), ...toJson(ANSWERED, 'output') };
  return all;
}

/** Refers to a schema by its name. Throws for one that has none. */
export function referTo(schema: unknown): Schema {
  const name = names.get(schema);
  if (name === undefined) throw new Error('a schema of the OpenAPI page has no name: add it to namedSchemas');
  return { $ref: `${URI}${name}` };
}

/** The schemas of parameters, inlined. */
export function parametersOf(schema: z.core.$ZodType): { name: string; isRequired: boolean; schema: Schema }[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    isRequired: required.includes(name),
    schema: typeof property === 'boolean' ? {} : (property as Schema),
  }));
}

function toJson(schemas: Readonly<Record<string, z.core.$ZodType>>, io: 'input' | 'output'): Record<string, Schema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  // A snapshot is sent and answered alike: what is sent names it, what is answered describes it.
  if (io === 'input')
    for (const id of ['Snapshot', 'SnapshotNode', 'SnapshotEdge'] as const) registry.add(ANSWERED[id], { id });
  const made = z.toJSONSchema(registry, { io, unrepresentable: 'any', uri: (id) => `${URI}${id}` });
  return Object.fromEntries(
    Object.entries(made.schemas).map(([name, { $id: _id, $schema: _dialect, id: _name, ...schema }]) => [name, schema]),
  );
}
