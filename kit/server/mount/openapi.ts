import {
  type Call,
  coreRejections,
  customerPrefix,
  headerNames,
  idempotencyKeyShape,
  type Need,
  operatorPrefix,
  outcomeUnknownCode,
  z,
} from '@bolsillo/contract'
import type { RejectionSpec } from '@bolsillo/kernel'
import { messages } from '../messages/es-ES.ts'
import type { Mode, Room } from '../room.ts'
import { consoleCookieName } from './edge/console-cookie.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined }

const needRejections: Readonly<Record<Need, RejectionSpec>> = {
  'identity-verified': coreRejections.identityNeeded,
  'identity-before-trading': coreRejections.identityNeeded,
  'trade-password-set': coreRejections.tradePasswordNeeded,
  'withdrawal-password-set': coreRejections.withdrawalPasswordNeeded,
  'second-factor-set': coreRejections.secondFactorNeeded,
  vip: coreRejections.vipNeeded,
  'practice-market': coreRejections.practiceOnly,
}

/** The side whose calls are described. */
export type Described = 'customers' | 'staff'

/** The OpenAPI 3.1 description of all calls of customers, or of staff. */
export function openApiOf(rooms: readonly Room[], mode: Mode, described: Described = 'customers'): Json {
  const paths: Record<string, Record<string, Json>> = {}
  const prefix = described === 'customers' ? customerPrefix : operatorPrefix
  for (const room of rooms) {
    for (const { call } of described === 'customers' ? room.handlers : (room.operatorHandlers ?? [])) {
      if (call.needs.includes('practice-market') && mode !== 'SIM') continue
      const path = prefix + call.path
      const methods = call.alsoPost === true && call.method === 'GET' ? ['get', 'post'] : [call.method.toLowerCase()]
      for (const method of methods) paths[path] = { ...paths[path], [method]: operation(room, call, method) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: described === 'customers' ? 'Bolsillo' : 'Bolsillo, the console',
      version: '1.0.0',
      description:
        'Every answer is an envelope: code 0 is success, every other code is the number of a rejection. The HTTP status ' +
        'says the class: 200 done, 4xx refused without effect, 5xx outcome unknown (retry with the same Idempotency-Key).',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths,
    components: {
      securitySchemes: {
        session:
          described === 'customers'
            ? { type: 'apiKey', in: 'header', name: headerNames.token }
            : { type: 'apiKey', in: 'cookie', name: consoleCookieName },
      },
    },
  }
}

function operation(room: Room, call: Call, method: string): Json {
  const schema = fieldsSchema(call)
  const inQuery = method === 'get'
  return {
    operationId: inQuery || call.method === 'POST' ? call.name : `${call.name}-post`,
    summary: call.summary,
    tags: [room.name],
    ...(call.audience === 'public' ? {} : { security: [{ session: [] }] }),
    ...(call.roles === undefined ? {} : { description: `Roles: ${call.roles.join(', ')}.` }),
    parameters: [...headerParameters(call), ...(inQuery ? queryParameters(call, schema) : [])],
    ...(inQuery
      ? {}
      : {
          requestBody: {
            required: Object.keys(call.request.shape).length > 0,
            content: bodyContent(call, schema),
          },
        }),
    responses: responses(call),
  }
}

function bodyContent({ file }: Call, schema: { readonly [key: string]: Json }): Json {
  if (file === undefined) return { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } }
  const { properties, required } = schema
  const withFile: Json = {
    ...schema,
    properties: {
      ...(typeof properties === 'object' && properties !== null && !Array.isArray(properties) ? properties : {}),
      [file.field]: { type: 'string', format: 'binary', maxLength: file.bytesMax },
    },
    required: [...(Array.isArray(required) ? required : []), file.field],
  }
  return { 'multipart/form-data': { schema: withFile } }
}

function headerParameters(call: Call): Json[] {
  const language = {
    name: headerNames.language,
    in: 'header',
    required: false,
    schema: { type: 'string', enum: ['es-ES', 'en-US', 'pt-BR'], default: 'es-ES' },
  }
  if (call.effect === 'read') return [language]
  return [
    language,
    { name: headerNames.requestedWith, in: 'header', required: true, schema: { type: 'string', minLength: 1 } },
    {
      name: headerNames.idempotencyKey,
      in: 'header',
      required: false,
      description: 'The same key with the same fields has its effect once, and gets the same answer.',
      schema: { type: 'string', pattern: idempotencyKeyShape.source },
    },
  ]
}

function fieldsSchema(call: Call): { readonly [key: string]: Json } {
  return { ...schemaOf(call.request, 'input'), additionalProperties: false }
}

function queryParameters(call: Call, schema: { readonly [key: string]: Json }): Json[] {
  const properties = schema.properties
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.keys(call.request.shape).map((name) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema:
      typeof properties === 'object' && properties !== null && name in properties ? propertyOf(properties, name) : {},
  }))
}

function propertyOf(properties: Json, name: string): Json {
  return new Map(Object.entries(properties ?? {})).get(name) ?? {}
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): { readonly [key: string]: Json } {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return JSON.parse(JSON.stringify(rest)) as { [key: string]: Json }
}

function responses(call: Call): Json {
  const success = {
    type: 'object',
    required: ['code', 'msg', 'simulated'],
    properties: {
      code: { const: 0 },
      msg: { type: 'string' },
      data: schemaOf(call.reply, 'output'),
      simulated: { type: 'boolean' },
    },
  }
  const byStatus = new Map<number, RejectionSpec[]>()
  for (const spec of refusals(call)) byStatus.set(spec.status, [...(byStatus.get(spec.status) ?? []), spec])
  const refused = [...byStatus].map(([status, specs]) => [String(status), refusal(specs)] as const)
  return {
    '200': { description: 'Done.', content: { 'application/json': { schema: success } } },
    ...Object.fromEntries(refused),
    '500': {
      description: 'Nobody knows whether it happened: retry with the same Idempotency-Key.',
      content: {
        'application/json': {
          schema: rejectionSchema([outcomeUnknownCode], ['outcome-unknown']),
          example: {
            code: outcomeUnknownCode,
            msg: messages.outcomeUnknown,
            data: { rejection: 'outcome-unknown' },
            simulated: true,
          },
        },
      },
    },
  }
}

/** The rejections of a call in the order they are checked: the mount's, then its own. */
function refusals(call: Call): readonly RejectionSpec[] {
  const writes = [
    coreRejections.headerMissing,
    coreRejections.keyMalformed,
    coreRejections.keyReused,
    coreRejections.keyInFlight,
  ]
  return [
    ...(call.audience === 'public' ? [] : [coreRejections.sessionInvalid]),
    ...(call.audience === 'customer' ? [coreRejections.accountRestricted] : []),
    ...(call.audience === 'operator' ? [coreRejections.roleNeeded] : []),
    ...(call.limit === undefined ? [] : [coreRejections.tooMany]),
    ...call.needs.map((need) => needRejections[need]),
    ...(call.file === undefined ? [] : [coreRejections.contentUnsupported, coreRejections.fileTooLarge]),
    coreRejections.bodyMalformed,
    coreRejections.fieldUnknown,
    coreRejections.fieldTwice,
    coreRejections.fieldMissing,
    coreRejections.fieldInvalid,
    ...(call.effect === 'write' ? writes : []),
    ...call.rejections,
    coreRejections.overloaded,
  ]
}

function refusal(specs: readonly RejectionSpec[]): Json {
  return {
    description: specs.map(({ name, number, retry }) => `${name} (${number}, ${retry})`).join('; '),
    content: {
      'application/json': {
        schema: rejectionSchema(
          specs.map(({ number }) => number),
          specs.map(({ name }) => name),
        ),
        examples: Object.fromEntries(
          specs.map(({ name, number }) => [
            name,
            { value: { code: number, msg: coreText(name), data: { rejection: name }, simulated: true } },
          ]),
        ),
      },
    },
  }
}

function coreText(name: string): string {
  const texts: Readonly<Record<string, string>> = messages.rejections
  return texts[name] ?? name
}

function rejectionSchema(codes: readonly number[], names: readonly string[]): Json {
  return {
    type: 'object',
    required: ['code', 'msg', 'data', 'simulated'],
    properties: {
      code: { enum: codes },
      msg: { type: 'string' },
      data: {
        type: 'object',
        required: ['rejection'],
        properties: {
          rejection: { enum: names },
          field: { type: 'string' },
          values: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
      simulated: { type: 'boolean' },
    },
  }
}
