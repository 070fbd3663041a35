import { expect, it } from 'vitest'
import { assetName, isCovered } from './coverage.ts'

it('is whole from a hundred percent on', () => {
  expect(['100.00', '839293.84'].every(isCovered)).toBe(true)
  expect(['99.99', '0.00', '9.00', '-100.00', '010.00'].some(isCovered)).toBe(false)
})

it('of a share has its symbol, of others their code', () => {
  expect(['STK:AAPL.US', 'MXN'].map(assetName)).toEqual(['AAPL.US', 'MXN'])
})
