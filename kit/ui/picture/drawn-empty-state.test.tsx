import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { DrawnEmptyState } from './drawn-empty-state.tsx'

describe('an empty state with a drawing', () => {
  it.each(['holdings', 'notices', 'search', 'movements'] as const)(
    'draws %s in the colors of the theme, for eyes only, above its words',
    (drawing) => {
      const html = renderToStaticMarkup(
        <DrawnEmptyState drawing={drawing} title="Nothing yet" text="Here it will be." />,
      )
      const [picture = '', words = ''] = html.split('</svg>')
      expect(picture).toContain('<svg aria-hidden="true"')
      expect(words).toContain('Nothing yet')
      const colors = [...picture.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, color]) => color)
      expect(colors.length).toBeGreaterThan(3)
      for (const color of colors) expect(color).toMatch(/^(?:none|var\(--(?:card|brand|wash|second|faint)\))$/)
    },
  )
})
