import { customerPrefix, operatorPrefix } from '@bolsillo/contract'
import type { Handler, Room } from '../room.ts'
import { handlersOf, listedRejections, missingTexts } from './answer.ts'

/** What is wrong with the contracts of these rooms taken together, one line each. Empty when they fit. */
export function contractProblems(rooms: readonly Room[]): readonly string[] {
  const calls = rooms.flatMap((room) => handlersOf(room).map(({ call }) => call))
  const channels = rooms.flatMap((room) => (room.channels ?? []).map(({ channel }) => channel.name))
  const routes = rooms.flatMap((room) => [
    ...routesOf(customerPrefix, room.handlers),
    ...routesOf(operatorPrefix, room.operatorHandlers ?? []),
  ])
  return [
    ...twice(routes).map((route) => `two calls are mounted at ${route}`),
    ...twice(calls.map(({ name }) => name)).map((name) => `two calls are named ${name}`),
    ...twice(channels).map((name) => `two channels are named ${name}`),
    ...twice(rooms.map(({ name }) => name)).map((name) => `two rooms are named ${name}`),
    ...ambiguousRejections(rooms),
    ...missingTexts(rooms),
    ...calls.flatMap((call) => {
      const problems: string[] = []
      if (!/^[a-z][a-z0-9-]*$/.test(call.name)) problems.push(`${call.name} is not kebab-case`)
      if (!/^(\/[A-Za-z0-9-]+)+$/.test(call.path)) problems.push(`${call.name} has the path ${call.path}`)
      if (call.method === 'POST' && call.alsoPost === true) problems.push(`${call.name} is a POST already`)
      if (call.method === 'GET' && call.effect === 'write' && call.alsoPost !== true) {
        problems.push(`${call.name} writes by GET and has no POST beside it`)
      }
      if (call.audience === 'public' && call.needs.some((need) => need !== 'practice-market')) {
        problems.push(`${call.name} is public and needs something of a customer`)
      }
      if (call.file !== undefined && (call.method !== 'POST' || Object.hasOwn(call.request.shape, call.file.field))) {
        problems.push(`${call.name} takes a file and is no POST, or has a field of its name`)
      }
      // An operator call without roles is refused to everybody by the mount: a mistake, reported here.
      if (call.audience === 'operator' && (call.roles ?? []).length === 0) {
        problems.push(`${call.name} is of staff and names no roles`)
      }
      if (call.audience !== 'operator' && call.roles !== undefined) {
        problems.push(`${call.name} names roles of staff and is not theirs`)
      }
      for (const secret of call.secrets ?? []) {
        if (!Object.hasOwn(call.request.shape, secret))
          problems.push(`${call.name} has no field ${secret} to keep secret`)
      }
      return problems
    }),
    ...rooms.flatMap((room) => [
      ...room.handlers
        .filter(({ call }) => call.audience === 'operator')
        .map(({ call }) => `${call.name} is of staff, among the customers' calls`),
      ...(room.operatorHandlers ?? [])
        .filter(({ call }) => call.audience === 'customer' || call.audience === 'restricted')
        .map(({ call }) => `${call.name} is of customers, among the staff's calls`),
    ]),
    ...rooms.flatMap((room) =>
      handlersOf(room)
        .filter(({ kind, call }) => (kind === 'read') !== (call.effect === 'read'))
        .map(({ kind, call }) => `${call.name} has the effect ${call.effect} and is handled as a ${kind}`),
    ),
  ]
}

function routesOf(prefix: string, handlers: readonly Handler[]): readonly string[] {
  return handlers.flatMap(({ call: { method, path, alsoPost } }) => [
    `${method} ${prefix}${path}`,
    ...(alsoPost === true ? [`POST ${prefix}${path}`] : []),
  ])
}

function twice(names: readonly string[]): readonly string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
}

/** Numbers that have two names or two statuses, and names that have two numbers. */
function ambiguousRejections(rooms: readonly Room[]): readonly string[] {
  const byNumber = new Map<number, string>()
  const byName = new Map<string, number>()
  const problems = new Set<string>()
  for (const { spec } of listedRejections(rooms)) {
    const shown = `${spec.name} (${spec.status}, ${spec.retry})`
    const known = byNumber.get(spec.number) ?? shown
    if (known !== shown) problems.add(`the number ${spec.number} stands for ${known} and for ${shown}`)
    const number = byName.get(spec.name) ?? spec.number
    if (number !== spec.number) problems.add(`the rejection ${spec.name} has the numbers ${number} and ${spec.number}`)
    byNumber.set(spec.number, known)
    byName.set(spec.name, number)
  }
  return [...problems]
}
