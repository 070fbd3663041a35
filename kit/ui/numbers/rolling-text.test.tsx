import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { changedSigns, RollingText } from './rolling-text.tsx'

it('rolls only what changed, with units under units', () => {
  expect(changedSigns('1,234.50', '1,234.50')).toEqual([])
  expect(changedSigns('1,234.50', '1,239.50')).toEqual([4])
  // One digit more in front: the others have not changed.
  expect(changedSigns('MX$ 999.50', 'MX$ 1,999.50')).toEqual([4, 5])
})

it('is read as the figure itself', () => {
  const html = renderToStaticMarkup(<RollingText text="MX$ 1,234.50" value="1234.50" />)
  expect(html.replaceAll(/<[^>]+>/g, '')).toBe('MX$ 1,234.50')
})
