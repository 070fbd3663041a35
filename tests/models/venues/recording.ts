import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Choices } from '../choices.ts'

const header = 'time,open,high,low,close,volume,bid,bidSize,ask,askSize'
/** 2014-06-05 13:30 UTC, the opening of New York. */
const opening = 1_401_975_000
const minutes = 380

/** A recorded morning of one share, made up by the seed: quotes, sizes, bars, and minutes without either. */
export function writeRecording(choices: Choices): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'recording-'))
  mkdirSync(join(folder, 'minute'))
  let cents = 64_500
  const money = (units: number): string => `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`
  const rows = Array.from({ length: minutes }, (_, at) => {
    cents += choices.between(-150, 150)
    const [bid, ask] = [cents - choices.between(1, 40), cents + choices.between(1, 40)]
    const size = (): number => choices.between(1, 6) * 100
    const isBar = at === 0 || choices.chance(70)
    const bar = isBar
      ? [cents, ask + choices.between(0, 60), bid - choices.between(0, 60), cents].map(money).concat(`${size()}`)
      : ['', '', '', '', '']
    // A row says something, or there is none.
    const hasQuote = at === 0 || !isBar || choices.chance(85)
    const quote = hasQuote ? [money(bid), size(), money(ask), size()] : ['', '', '', '']
    return [opening + at * 60, ...bar, ...quote].join(',')
  })
  writeFileSync(join(folder, 'minute', 'AAPL-20140605.csv'), `${[header, ...rows].join('\n')}\n`)
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}
