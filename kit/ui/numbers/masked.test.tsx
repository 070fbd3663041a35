import { expect, it } from 'vitest'
import { htmlOf } from '../testing/html-of.tsx'
import { useMasked } from '../ui-context.tsx'
import { Amount, Quantity } from './amount.tsx'
import { Change } from './change.tsx'

/** Figures of a customer, as they are read. */
function Figures() {
  const masked = useMasked()
  return (
    <>
      <Amount value="1234.50" currency="MXN" masked={masked} />
      <Amount value="1234.50" currency="MXN" hero masked={masked} />
      <Quantity value="1234.5" masked={masked} />
      <Change value="-1234.50" currency="MXN" note="today" masked={masked} />
      <Change value="-1234.50" currency="MXN" percent="-0.77" masked={masked} />
    </>
  )
}

const shown = (amountsHidden?: boolean): string =>
  htmlOf(<Figures />, amountsHidden === undefined ? {} : { amountsHidden })
const read = (html: string): string => html.replaceAll(/<[^>]+>/g, '')

it('shows figures until they are hidden', () => {
  expect(read(shown()).match(/1,234\.50?/g)).toHaveLength(5)
  expect(shown(false)).toBe(shown())
})

it('leaves no digit of a hidden figure in the page, nor which way it went; a percent stays', () => {
  const html = shown(true)
  expect(read(html)).not.toMatch(/[1-46]/)
  expect(read(html).match(/•+/g)).toHaveLength(4)
  expect(html.match(/text-(?:up|down)/g)).toHaveLength(1)
  expect(read(html)).toContain('0.77')
  expect(read(html)).toContain('today')
})
