import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { models } from './models.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

// A run of the models is minutes long; a place that a change of the product moved shows here in seconds.
describe.each(models)('the faults planted in $name', ({ faults }) => {
  it('stand each at one place of the source, which they change', async () => {
    for (const { name, source } of await faults()) {
      expect(source.length, name).toBeGreaterThan(0)
      for (const { file, before, after } of source) {
        expect(readFileSync(`${root}${file}`, 'utf8').split(before).length - 1, `${name} in ${file}`).toBe(1)
        expect(after, name).not.toBe(before)
      }
    }
  })

  it('have names of their own', async () => {
    const names = (await faults()).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })
})
