import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { assert } from '@bolsillo/kernel'

/** A part of a source file of the product, and the text that replaces it while a fault is planted. */
export interface SourcePlant {
  /** From the root of the repository: `platform/trading/server/desk/desk.ts`. */
  readonly file: string
  /** Occurs exactly once in the file: a plant whose place is gone fails instead of finding nothing. */
  readonly before: string
  readonly after: string
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Puts faults into the product's source as it is loaded. Call it before anything of the product is imported. */
export function plantSource(plants: readonly SourcePlant[]): void {
  const waiting = new Set(plants)
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context)
      if (!url.startsWith('file:') || loaded.source === undefined || loaded.source === null) return loaded
      const file = fileURLToPath(url)
      const own = plants.filter((plant) => file === `${root}${plant.file}`)
      if (own.length === 0) return loaded
      let text = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source)
      for (const plant of own) {
        assert(
          text.split(plant.before).length === 2,
          `the place of a plant occurs once in ${plant.file}: ${plant.before}`,
        )
        text = text.replace(plant.before, () => plant.after)
        waiting.delete(plant)
      }
      return { ...loaded, source: text }
    },
  })
  // A plant in a file that nothing loads would make a healthy run look like an escaped fault.
  process.once('exit', () => {
    for (const { file } of waiting) console.error(`the plant in ${file} was never loaded`)
    if (waiting.size > 0) process.exitCode = 3
  })
}
