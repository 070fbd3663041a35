import { offlineCopyName, readStored, writeStored } from '@bolsillo/web-kit'
import { afterEach, expect, it } from 'vitest'
import { copyOf, readCopy, writeCopy } from './copy.ts'

const day = 86_400_000
const keptAt = 1_800_000_000_000
const holding = { kind: 'share', asset: 'STK:WALMEX.MX', symbol: 'WALMEX.MX', name: 'Wal-Mart de México' } as const
const found: Parameters<typeof copyOf>[2] = {
  at: keptAt - 500,
  currency: 'MXN',
  total: { value: '100.00', paidIn: '90.00', result: '10.00' },
  allocation: [],
  holdings: [
    { ...holding, quantity: '2', value: '100.00', cost: '90.00', result: '10.00' },
    { ...holding, asset: 'STK:AMX.MX', quantity: '0', result: '5.00' },
  ],
  stale: false,
  generated: false,
}
const copy = copyOf('7', keptAt, found, undefined)

afterEach(() => writeStored(offlineCopyName, ''))

it('keeps what is owned and what it was worth, and nothing else', () => {
  expect(copy).toEqual({
    of: '7',
    keptAt,
    at: found.at,
    currency: 'MXN',
    total: '100.00',
    holdings: [{ ...holding, quantity: '2', value: '100.00' }],
  })
})

it('is read by its customer for three days', () => {
  writeCopy(copy)
  expect(readCopy('7', keptAt + 3 * day)).toEqual(copy)
})

it.each([
  ['another customer', '8', keptAt],
  ['nobody', undefined, keptAt],
  ['its customer, too late', '7', keptAt + 3 * day + 1],
  ['its customer, on a device whose clock was set back', '7', keptAt - 4 * day],
])('is removed when read by %s', (_, customer, now) => {
  writeCopy(copy)
  expect(readCopy(customer, now)).toBeUndefined()
  expect(readStored(offlineCopyName)).toBe('')
})

it('is removed when it cannot be read', () => {
  writeStored(offlineCopyName, '{"of":')
  expect(readCopy('7', keptAt)).toBeUndefined()
})
