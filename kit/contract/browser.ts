// What a browser gets for `@bolsillo/contract` (the `browser` condition of package.json). A client needs a call's method,
// path, needs and effect; parsing is the server's business. So the words that build schemas are inert here, and neither
// zod nor a schema's work reaches a phone. The types are those of index.ts: TypeScript does not read this condition.
export * from './call.ts'
export * from './envelope.ts'
export * from './page.ts'

type Inert = (() => Inert) & { readonly [name: string]: Inert }

/** Answers itself to every call and every property, so that any schema can be spelled and none exists. */
const inert: Inert = new Proxy((() => undefined) as unknown as Inert, {
  get: (_target, name) => (typeof name === 'symbol' ? undefined : inert),
  apply: () => inert,
})

export const field = inert
export const z = inert
