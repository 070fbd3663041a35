import { fileURLToPath } from 'node:url'
import { present } from '@bolsillo/kernel'
import { loadConfigFromFile, mergeConfig, type Plugin } from 'vite'
import { figureFaults, switchName } from './faults.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Puts all faults into the sources as they are loaded, each behind its switch. A text that is not there ends the build. */
const planted: Plugin = {
  name: 'planted-figure-faults',
  enforce: 'pre',
  transform(code, id) {
    let text = code
    for (const { name, source = [] } of figureFaults) {
      for (const { file, before, after } of source) {
        if (id.split('?')[0] !== `${root}${file}`) continue
        if (text.split(before).length !== 2) throw new Error(`${name}: “${before}” is not once in ${file}`)
        text = text.replace(before, () => after.replaceAll('PLANTED', `(globalThis.${switchName} === '${name}')`))
      }
    }
    return text === code ? null : { code: text, map: null }
  },
}

const command = { command: 'build', mode: 'production' } as const
const web = present(await loadConfigFromFile(command, `${root}apps/web/vite.config.ts`), 'the configuration of the app')

// The customer app with faults in it, for the check of figures to find.
export default mergeConfig(web.config, { plugins: [planted], build: { minify: false } })
