// What a browser gets for `@bolsillo/contract` (the `browser` condition of package.json). A client needs a call's
// method, path, needs and effect; the server parses. So the functions that build schemas do nothing here, and neither
// zod nor a schema reaches a phone. The types are those of index.ts: TypeScript does not read this condition.
export type * from './approval.ts'
export * from './call.ts'
export * from './envelope.ts'
export * from './page.ts'
export * from './setting.ts'

type Inert = (() => Inert) & { readonly [name: string]: Inert }

/** Returns itself for every call and property, so that any schema expression evaluates to nothing. */
const inert: Inert = new Proxy((() => undefined) as unknown as Inert, {
  get: (_target, name) => (typeof name === 'symbol' ? undefined : inert),
  apply: () => inert,
})

export const field = inert
export const z = inert
