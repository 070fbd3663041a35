import { adPages } from '@bolsillo/content/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'

beforeAll(() => void Reflect.set(globalThis, 'document', { documentElement: { dataset: {} } }))
afterAll(() => void Reflect.deleteProperty(globalThis, 'document'))

it('every page that an ad may lead to exists', async () => {
  const { hasPage } = await import('../../routes.ts')
  expect(adPages.filter((path) => !hasPage(path))).toEqual([])
})
