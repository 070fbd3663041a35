import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `npm run new-module -- products/loans 24000`: makes a room in the shape every room has, with one call that works
 * from contract to test, so that the first change starts from green. The number is the first of its rejections.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const [folder = '', firstNumber = ''] = process.argv.slice(2)
const shape = /^(platform|products)\/([a-z][a-z0-9-]{1,30})$/.exec(folder)
if (shape === null || !/^[1-9][0-9]{4}$/.test(firstNumber)) {
  console.error('Usage: npm run new-module -- products/<kebab-case-name> <first rejection number, five digits>')
  process.exit(2)
}
const name = shape[2] ?? ''
if (existsSync(join(root, folder))) {
  console.error(`${folder} exists already. Choose another name, or change that room.`)
  process.exit(2)
}
const camel = name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
const pascal = camel.charAt(0).toUpperCase() + camel.slice(1)
const table = name.replaceAll('-', '_')

const files: Readonly<Record<string, string>> = {
  'README.md': `# ${pascal}

**What.** One sentence: what a customer can do here.

**Words.** The terms of this room, each of them also in GLOSSARY.md.

**States.** The states and their transitions (domain/).

**Money moves.** | event | debit | credit |: none yet.

**Pages.** None yet.

**Limits.** Every bound, and the setting that holds it.

**Who reviews.** Which staff role does what here.
`,
  'package.json': `${JSON.stringify(
    {
      name: `@bolsillo/${name}`,
      version: '1.0.0',
      private: true,
      type: 'module',
      exports: {
        './contract': './contract/index.ts',
        './domain': './domain/index.ts',
        './server': './server/index.ts',
        './messages/*': './messages/*.ts',
      },
      dependencies: {
        '@bolsillo/kernel': '*',
        '@bolsillo/contract': '*',
        '@bolsillo/server-kit': '*',
        '@bolsillo/test-kit': '*',
        '@bolsillo/web-kit': '*',
        '@bolsillo/ui': '*',
      },
    },
    null,
    2,
  )}\n`,
  'contract/index.ts': `import { defineCall, field, z } from '@bolsillo/contract'
import type { RejectionSpec } from '@bolsillo/kernel'

/** Refusals of this room, in the order they are checked. Numbers ${firstNumber}–${Number(firstNumber) + 999}. */
export const ${camel}Rejections = {
  unknown: { name: '${name}-unknown', number: ${firstNumber}, status: 404, retry: 'final' },
} as const satisfies Record<string, RejectionSpec>

/** One row of this room, by its id. */
export const find${pascal} = defineCall({
  name: 'find-${name}',
  method: 'GET',
  path: '/${name}/info',
  audience: 'customer',
  needs: [],
  effect: 'read',
  request: z.object({ name: field.text(1, 60) }),
  reply: z.object({ name: z.string(), createdAt: field.at }),
  rejections: [${camel}Rejections.unknown],
  summary: 'One row of ${name}, by its name.',
})

export const calls = [find${pascal}] as const
`,
  'domain/index.ts': `/** A row of this room. */
export interface ${pascal} {
  readonly name: string
  /** Epoch milliseconds. */
  readonly createdAt: number
}
`,
  'server/migrations/0001-create.sql': `CREATE TABLE ${table} (
  name text PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 60),
  created_at bigint NOT NULL
);
GRANT SELECT, INSERT ON ${table} TO bolsillo_app;
`,
  [`server/${name}-store.ts`]: `import type { Db } from '@bolsillo/server-kit'
import type { ${pascal} } from '../domain/index.ts'

/** The row of that name, if there is one. */
export async function find${pascal}ByName(db: Db, name: string): Promise<${pascal} | undefined> {
  const rows = await db<{ name: string; created_at: bigint }[]>\`SELECT name, created_at FROM ${table} WHERE name = \${name}\`
  const row = rows[0]
  return row === undefined ? undefined : { name: row.name, createdAt: Number(row.created_at) }
}
`,
  [`server/find-${name}.ts`]: `import { reject } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { find${pascal} as call, ${camel}Rejections } from '../contract/index.ts'
import { find${pascal}ByName } from './${name}-store.ts'

/** Answers one row, or that there is none. */
export const find${pascal} = useCase(call, async ({ name }, { db }) => {
  const row = await find${pascal}ByName(db, name)
  return row ?? reject(${camel}Rejections.unknown, { field: 'name' })
})
`,
  'server/index.ts': `import { defineRoom, type Services } from '@bolsillo/server-kit'
import { messages as en } from '../messages/en-US.ts'
import { messages as es } from '../messages/es-ES.ts'
import { messages as pt } from '../messages/pt-BR.ts'
import { find${pascal} } from './find-${name}.ts'

/** What this room is given by the composition root. */
interface ${pascal}Deps {
  readonly services: Services
}

/** The module object of ${name}. */
export const create${pascal} = defineRoom({
  name: '${name}',
  migrations: new URL('./migrations/', import.meta.url),
  messages: { 'es-ES': es, 'en-US': en, 'pt-BR': pt },
  deps: (given: ${pascal}Deps) => given,
  useCases: [find${pascal}],
})
`,
  'messages/es-ES.ts': `export const messages = {
  rejections: { '${name}-unknown': 'No encontramos lo que buscas.' },
}

/** Every language has exactly these keys. */
export type Messages = typeof messages
`,
  'messages/en-US.ts': `import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  rejections: { '${name}-unknown': 'We could not find that.' },
}
`,
  'messages/pt-BR.ts': `import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  rejections: { '${name}-unknown': 'Não encontramos o que você procura.' },
}
`,
  'web/room.ts': `import type { WebRoom } from '@bolsillo/web-kit'

/** What this room adds to the app of customers. */
export const room: WebRoom = { pages: [] }
`,
  'contract.test.ts': `import { expect, it } from 'vitest'
import { calls } from './contract/index.ts'

it('keeps its rejection numbers in its range', () => {
  const numbers = calls.flatMap((call) => call.rejections.map((spec) => spec.number))
  expect(numbers.length).toBeGreaterThan(0)
  expect(numbers.every((number) => number >= ${firstNumber} && number < ${Number(firstNumber) + 1000})).toBe(true)
})
`,
}
for (const [path, text] of Object.entries(files)) {
  const full = join(root, folder, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, text)
}
console.log(
  `${folder} is made. Next: npm install; add create${pascal} to \`products\` in apps/server/products.ts; npm run docs; npm test.`,
)
