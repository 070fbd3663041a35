import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseAst, transformWithOxc } from 'vite'
import { describe, expect, it } from 'vitest'
import { contractData } from './contract-data.ts'

const contract = fileURLToPath(new URL('../../../platform/market/contract/index.ts', import.meta.url))

/** What the plugin makes of a source after Vite has stripped its types. */
async function transformed(path: string, text: string): Promise<string | undefined> {
  const { transform } = contractData()
  if (typeof transform !== 'function') throw new Error('the plugin has no transform')
  const { code } = await transformWithOxc(text, path)
  const context = { parse: (source: string) => parseAst(source) }
  const result: unknown = await Reflect.apply(transform, context, [code, path])
  return typeof result === 'object' && result !== null && 'code' in result ? String(result.code) : undefined
}

describe('a contract on its way to the browser', () => {
  it('becomes plain data, with everything else marked as free to drop', async () => {
    const code = await transformed(contract, readFileSync(contract, 'utf8'))
    expect(code).toContain('const quoteChannel = {"name":"quote","audience":"public","conflation":"replace"}')
    expect(code).not.toMatch(/define(?:Call|Channel)\(/)
    // The bundler may drop a call, and with it the schema inside; a schema in a constant of its own stays.
    for (const line of code?.split('\n') ?? []) {
      if (/^(?:export )?const \w+ = z\./.test(line)) throw new Error(`not droppable: ${line}`)
    }
  })

  it('keeps what a client goes by: the cookie of a browser, and a session that is renewed', async () => {
    const path = fileURLToPath(new URL('../../../platform/identity/contract/entry-calls.ts', import.meta.url))
    const own = fileURLToPath(new URL('../../../platform/identity/contract/account-calls.ts', import.meta.url))
    expect(await transformed(path, readFileSync(path, 'utf8'))).toMatch(/const sendCode = \{[^}]*"holder":true\}/)
    expect(await transformed(own, readFileSync(own, 'utf8'))).toMatch(
      /const updatePassword = \{[^}]*"renewsSession":true\}/,
    )
  })

  it('keeps who of the staff may make a call', async () => {
    const path = fileURLToPath(new URL('../../../platform/payments/contract/operator.ts', import.meta.url))
    expect(await transformed(path, readFileSync(path, 'utf8'))).toMatch(
      /const retryRailEvent = \{[^}]*"roles":\["treasury"\]\}/,
    )
  })

  it('keeps of settings what a browser follows, without the sentences of the console', async () => {
    const path = fileURLToPath(new URL('../../../platform/settings/domain/app-settings.ts', import.meta.url))
    const code = await transformed(path, readFileSync(path, 'utf8'))
    expect(code).toContain('"key":"app.stock-country","type":"choice","standard":"IN","choices":["IN","US"]')
    expect(code).not.toContain('purpose')
  })

  it('leaves every other module alone', async () => {
    expect(await transformed('/somewhere/kit/ui/card.tsx', "import { z } from '@bolsillo/contract'")).toBeUndefined()
    expect(await transformed('/x/products/stocks/domain/fees.ts', 'export const a = 1')).toBeUndefined()
  })
})
