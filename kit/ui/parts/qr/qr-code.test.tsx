import { renderToStaticMarkup } from 'react-dom/server'
import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { QrCode } from './qr-code.tsx'

describe('a QR code', () => {
  it('draws exactly the dark modules', () => {
    const text = '646180000000000001'
    const markup = renderToStaticMarkup(<QrCode text={text} label="CLABE" size={208} />)
    const { data, size } = encode(text, { ecc: 'M', border: 3 })
    const drawn = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
    for (const [, x, y, run] of markup.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
      for (let step = 0; step < Number(run); step += 1) {
        const row = drawn[Number(y)]
        if (row !== undefined) row[Number(x) + step] = true
      }
    }
    expect(drawn).toEqual(data)
    expect(markup).toContain('aria-label="CLABE"')
  })
})
