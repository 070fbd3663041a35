import { registerHooks } from 'node:module'

// A planted bug, loaded before the server (`--import`): transactions answer before their COMMIT was even sent. The door
// to the driver is edited while it is loaded, so that everything behind it stays as it is.

const before = 'export const openPool = driver\n'
const early = `
import { answerEarly } from ${JSON.stringify(new URL('./answer-early.ts', import.meta.url).href)}
export const openPool = answerEarly(driver)
`

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('/kit/server/database/driver.ts')) return loaded
    const source = new TextDecoder().decode(loaded.source as Uint8Array)
    if (!source.includes(before)) throw new Error('the bug cannot be planted: the driver is opened in another way')
    return { ...loaded, source: source.replace(before, early) }
  },
})
