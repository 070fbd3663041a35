import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { directImports } from './direct-imports.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const indexes: Readonly<Record<string, string>> = {
  '@bolsillo/ui': `${root}kit/ui/index.ts`,
  '@bolsillo/kernel': `${root}kernel/index.ts`,
  '@bolsillo/market/web': `${root}platform/market/web/index.ts`,
}

/** What the plugin makes of a module, with paths from the repository's root. */
async function direct(code: string, id = `${root}apps/web/some-page.tsx`): Promise<string | undefined> {
  const { transform } = directImports()
  if (typeof transform !== 'object') throw new Error('the plugin has no transform')
  const context = {
    parse: (source: string) => parseAst(source),
    resolve: async (source: string, importer: string) => ({
      id: source.startsWith('.') ? fileURLToPath(new URL(source, `file://${importer}`)) : (indexes[source] ?? source),
    }),
  }
  const result: unknown = await Reflect.apply(transform.handler, context, [code, id])
  return typeof result === 'object' && result !== null && 'code' in result
    ? String(result.code).replaceAll(root, '/')
    : undefined
}

describe('imports of a name from an index', () => {
  it('lead to the file that declares it, through indexes and under other names', async () => {
    expect(await direct("import { Sheet as Layer, Pill, formatAmount } from '@bolsillo/ui'\n")).toBe(
      [
        'import { Sheet as Layer } from "/kit/ui/layers/sheet.tsx";',
        'import { Pill as Pill } from "/kit/ui/parts/marks.tsx";',
        'import { formatAmount as formatAmount } from "/kernel/number-format.ts";\n',
      ].join(''),
    )
  })

  it('stay where the index declares the name itself, and where no index is', async () => {
    expect(await direct("import { loadMarks } from '@bolsillo/market/web'")).toBe(
      'import { loadMarks as loadMarks } from "@bolsillo/market/web";',
    )
    expect(await direct("import { useState } from 'react'")).toBeUndefined()
    expect(await direct("import * as settings from './chart-settings.ts'")).toBeUndefined()
  })

  it('are passed on the same way, and an index passes nothing on any more', async () => {
    expect(await direct("export { assert } from '@bolsillo/kernel'")).toBe(
      'export { assert as assert } from "/kernel/assert.ts";',
    )
    const index = "export { Pill } from './parts/marks.tsx'\nexport const own = 1\n"
    expect(await direct(index, indexes['@bolsillo/ui'])).toBe('\nexport const own = 1\n')
  })
})
