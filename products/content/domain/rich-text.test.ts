import { describe, expect, it } from 'vitest'
import { compareLines } from './article.ts'
import { plainText, readText, titleProblem } from './rich-text.ts'

describe('a text', () => {
  it('is read into paragraphs, headings, lists, quotes and marks', () => {
    const read = readText('## Title\n\nOne **two** *three* [four](https://example.com/a)\n\n- a\n- b\n\n1. c\n\n> d')
    expect(read).toEqual({
      blocks: [
        { is: 'heading', rows: [[{ text: 'Title' }]] },
        {
          is: 'paragraph',
          rows: [
            [
              { text: 'One ' },
              { text: 'two', strong: true },
              { text: ' ' },
              { text: 'three', emphasis: true },
              { text: ' ' },
              { text: 'four', href: 'https://example.com/a' },
            ],
          ],
        },
        { is: 'bullets', rows: [[{ text: 'a' }], [{ text: 'b' }]] },
        { is: 'numbers', rows: [[{ text: 'c' }]] },
        { is: 'quote', rows: [[{ text: 'd' }]] },
      ],
    })
  })

  it.each([
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '![a](https://example.com/p.png)',
    '`code`',
    '```\ncode\n```',
    '[a][b]\n\n[b]: javascript:alert(1)',
    '> '.repeat(2900),
    '- '.repeat(2900),
  ])('is refused with what is not of the small language: %s', (source) => {
    expect(readText(source)).toMatchObject({ problem: 'unsupported' })
  })

  it.each([
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt&colon;alert(1))',
    '[a](data:text/html,x)',
    '[a](http://example.com)',
    '[a](//example.com)',
    '[a](https://user:pass@example.com)',
    '[a](/console)',
    '[a](/pages/../console-api)',
    '<javascript:alert(1)>',
  ])('is refused with a link that leads elsewhere: %s', (source) => {
    expect(readText(source)).toMatchObject({ problem: 'link' })
  })

  it('leads to our own pages', () => {
    const read = readText('[chart](/pages/stock/stockKline?symbol=WALMEX.MX)')
    expect(read).toMatchObject({ blocks: [{ rows: [[{ href: '/pages/stock/stockKline?symbol=WALMEX.MX' }]] }] })
  })

  it.each([
    'It fell 4%.',
    'It fell 4 ％.',
    'It fell 4&#37;.',
    'It fell four **per** cent.',
    'Cayó 4 por\nciento.',
    'Caiu 4 por *cento*.',
    'Cayó cuatro puntos porcentuales.',
  ])('is refused with a percentage nobody computed: %s', (source) => {
    expect(readText(source)).toMatchObject({ problem: 'percent' })
  })

  it('is refused with characters that are not seen, and when it is empty', () => {
    expect(readText('per\u200bcent')).toMatchObject({ problem: 'invisible' })
    expect(readText('a\u202eb')).toMatchObject({ problem: 'invisible' })
    expect(readText('a&#x202e;b')).toMatchObject({ problem: 'invisible' })
    expect(readText('por&shy;ciento')).toMatchObject({ problem: 'invisible' })
    for (const url of ['https://1.2.3.999/', 'https://x.mx:70000/', 'https://xn--a.mx/', 'https://a.xn--b.mx/'])
      expect(readText(`[a](${url})`)).toMatchObject({ problem: 'link' })
    for (const url of ['https://sub.bmv.com.mx/a?b=1#c', 'https://www.gob.mx'])
      expect(readText(`[a](${url})`)).toMatchObject({ blocks: [{ rows: [[{ href: url }]] }] })
    expect(readText(' \n ')).toMatchObject({ problem: 'empty' })
    expect(titleProblem('80% of all')).toBe('percent')
  })

  it('keeps what looks like HTML entities as text', () => {
    const read = readText('a &lt;b&gt; c')
    expect('blocks' in read && plainText(read.blocks)).toBe('a <b> c')
  })
})

it('shows line by line what an edit changed', () => {
  expect(compareLines('a\nb\nc', 'a\nx\nc\nd').map(({ is, line }) => `${is} ${line}`)).toEqual([
    'same a',
    'gone b',
    'new x',
    'same c',
    'new d',
  ])
})
