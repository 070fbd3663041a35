import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Term } from './term.tsx'
import { placeNote } from './term-place.ts'

describe('a word that is explained', () => {
  it('is a button that its sentence describes, and that shows the sentence', () => {
    const html = renderToStaticMarkup(<Term sentence="One hundredth of one percent.">bp</Term>)
    const id = /<span id="([^"]+)" popover="auto" role="note"/.exec(html)?.[1]
    expect(id).toBeDefined()
    expect(html).toContain(`aria-describedby="${id}"`)
    expect(html).toMatch(new RegExp(`popovertarget="${id}"`, 'i'))
    expect(html).toContain('One hundredth of one percent.</span>')
  })

  it.each([
    ['below the word', { left: 40, top: 200, bottom: 218 }, { left: '40px', top: '226px', bottom: 'auto' }],
    ['within the right edge', { left: 340, top: 200, bottom: 218 }, { left: '94px', top: '226px', bottom: 'auto' }],
    ['within the left edge', { left: 4, top: 200, bottom: 218 }, { left: '16px', top: '226px', bottom: 'auto' }],
    ['above the word at the end', { left: 40, top: 800, bottom: 818 }, { left: '40px', top: 'auto', bottom: '52px' }],
    [
      'below where there is no room above',
      { left: 40, top: 90, bottom: 108 },
      { left: '40px', top: '116px', bottom: 'auto' },
    ],
  ])('has its sentence %s', (_, word, place) => {
    expect(placeNote(word, { innerWidth: 390, innerHeight: 844 })).toEqual(place)
  })

  it('fits the narrowest phone', () => {
    expect(placeNote({ left: 200, top: 100, bottom: 118 }, { innerWidth: 280, innerHeight: 600 }).left).toBe('16px')
  })
})
