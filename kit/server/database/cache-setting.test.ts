import { expect, it } from 'vitest'
import { cacheSetting } from './cache-setting.ts'

const gibibyte = 1024 ** 3

it.each([
  [1, '128MB'],
  [2, '128MB'],
  [4, '256MB'],
  [16, '1024MB'],
  [512, '1024MB'],
])('gives the database of a machine with %i GiB a cache of %s', (memory, setting) => {
  expect(cacheSetting(memory * gibibyte)).toBe(setting)
})
