import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from '@bolsillo/contract'
import { candleShape, quoteShape } from '@bolsillo/market/contract'
import { expect, it } from 'vitest'
import { readRooms } from './walls/tree.ts'

// Whatever an answer or a channel carries that can be made of generated prices must be able to say so (decision 87).

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
}

/** Names that are only ever figures made of a market's past, alone or together. */
const figures: readonly (readonly string[])[] = [
  ['open', 'high', 'low'],
  ['previousClose'],
  ['spark'],
  ['changePercent'],
  ['todayPercent'],
  ['high52', 'low52'],
]

/**
 * Places in a shape that hold such figures where neither they, nor what they are in, nor the quote beside them, says what
 * was generated; and lists of candles without the moment since which the market is recorded.
 */
function unmarked(schema: Schema, path: string, isSaid = false): readonly string[] {
  const { properties = {} } = schema
  const names = Object.keys(properties)
  const quote = properties.quote?.properties ?? {}
  const says = isSaid || names.some((name) => /^generated(52)?$/.test(name)) || 'generated' in quote
  const held = figures.filter((figure) => figure.every((name) => names.includes(name)))
  const own = says ? [] : held.map((figure) => `${path}: ${figure.join(', ')}`)
  const since = names.includes('candles') && !names.includes('recordedSince') ? [`${path}: candles`] : []
  const inside = [
    ...Object.entries(properties).map(([name, one]) => unmarked(one, `${path}.${name}`, says)),
    ...[schema.items, ...(schema.prefixItems ?? []), ...(schema.anyOf ?? [])].map((one) =>
      one === undefined ? [] : unmarked(one, path, says),
    ),
  ]
  return [...own, ...since, ...inside.flat()]
}

const shapeOf = (shape: z.core.$ZodType): Schema =>
  z.toJSONSchema(shape, { io: 'output', unrepresentable: 'any' }) as Schema

const isShaped = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && ('rejections' in value || 'conflation' in value)

const isShape = (value: unknown): value is z.core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value

const root = fileURLToPath(new URL('..', import.meta.url))

/** The replies of every room's calls and the data of its channels, by name. */
async function answers(): Promise<ReadonlyArray<readonly [string, z.core.$ZodType]>> {
  const found: (readonly [string, z.core.$ZodType])[] = []
  for (const { folder } of readRooms(root)) {
    for (const file of ['contract/index.ts', 'contract/operator.ts']) {
      const path = join(root, folder, file)
      if (!existsSync(path)) continue
      const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href)
      for (const one of Object.values(module).filter(isShaped)) {
        for (const part of ['reply', 'snapshot', 'delta']) {
          const shape = one[part]
          if (isShape(shape)) found.push([`${String(one.name)} ${part}`, shape])
        }
      }
    }
  }
  return found
}

it('every answer and channel that carries figures of the market’s past can say what of them was generated', async () => {
  const all = await answers()
  expect(all.length).toBeGreaterThan(150)
  expect(all.map(([name]) => name)).toContain('read-stock-candles reply')
  expect(all.map(([name]) => name)).toContain('candle delta')
  expect(all.flatMap(([name, shape]) => unmarked(shapeOf(shape), name))).toEqual([])
})

it('finds an answer that cannot', () => {
  const silentCandle = z.omit(candleShape, { generated: true })
  const found = (shape: z.core.$ZodType) => unmarked(shapeOf(shape), 'new')
  expect(found(z.object({ candles: z.array(silentCandle) }))).toEqual(['new: candles', 'new.candles: open, high, low'])
  expect(found(z.object({ candles: z.array(candleShape) }))).toEqual(['new: candles'])
  expect(found(z.object({ rows: z.array(z.omit(quoteShape, { generated: true })) }))).toContain(
    'new.rows: previousClose',
  )
  expect(found(z.object({ quote: quoteShape, spark: z.array(z.string()) }))).toEqual([])
})
